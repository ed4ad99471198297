import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import type { CalendarView } from '~/events/calendar/calendar-period'
import { EventAgenda } from '~/events/calendar/event-agenda'

const event = (Name: string, day: string) => ({
  _id: Name,
  Name,
  Location: 'Bristol',
  Eventtype: 'Social' as const,
  startDate: `${day}T19:00`,
  endDate: `${day}T21:00`,
  occurrence: null,
  version: 1,
})
const events = [event('Past', '2026-11-03'), event('Next', '2026-11-20'), event('Last', '2026-11-30')]

/** The words of a view of 20 November 2026, on a day. Those of the folded part are in brackets. */
function agendaOn(today: string, shown = events, view: CalendarView = 'month') {
  const html = renderToString(
    <MemoryRouter>
      <EventAgenda
        period={{ view, date: '2026-11-20' }}
        {...{ events: shown, dates: [], today, placeholder: undefined }}
      />
    </MemoryRouter>,
  )
  return html
    .replace(/<details[^>]*>/, ' [ ')
    .replace('</details>', ' ] ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

test('a month begins at today, with the days before folded', () => {
  const folded = /^ \[ Earlier \( ?1 day ?\) .* Past .* \] Friday 20 November .* Next .* Last /
  expect(agendaOn('2026-11-20')).toMatch(folded)
  expect(agendaOn('2026-11-15')).toMatch(
    /^ \[ .* Past .* \] Sunday 15 November Nothing planned today Friday 20 /,
  )
})

test('a month with an earlier day in its URL begins at that day', () => {
  expect(agendaOn('2026-11-25')).toMatch(
    /^ \[ .* Past .* \] Friday 20 November .* Next .* Wednesday 25 November Nothing planned today .* Last /,
  )
})

test('another month, and one without earlier days, has nothing folded', () => {
  expect(agendaOn('2026-12-01')).toMatch(/^ Tuesday 3 November .* Past .* Next .* Last /)
  expect(agendaOn('2026-10-01')).not.toContain('Nothing planned today')
  expect(agendaOn('2026-11-20', events.slice(1))).not.toContain('Earlier')
  expect(agendaOn('2026-11-20', [])).toContain('Nothing is planned for November 2026.')
})

test('an agenda goes on into the next month, and ends with a link to the next 30 days', () => {
  const shown = [...events, event('Carols', '2026-12-19'), event('Party', '2026-12-20')]
  const next = /20 December 2026 – 18 January 2027 $/
  const words = agendaOn('2026-11-20', shown, 'agenda')
  expect(words).toMatch(
    /^ Friday 20 November .* Next .* Last Bristol Social December Saturday 19 December .* Carols /,
  )
  expect(agendaOn('2026-10-01', shown.slice(3), 'agenda')).toMatch(
    /^ December Saturday 19 December .* Carols /,
  )
  expect(words).toMatch(next)
  expect(words).not.toMatch(/Past|Party/)
  expect(agendaOn('2026-11-20', [], 'agenda')).toMatch(next)
  expect(agendaOn('2026-11-20')).not.toContain('December')
})

test('a month and a week show eight events of a day and link to the others, an agenda and a day show all', () => {
  const busy = Array.from({ length: 13 }, (_, n) => event(`Talk ${n}`, '2026-11-20'))
  const trip = { ...event('Trip', '2026-11-19'), endDate: '2026-11-22T00:00' }
  const shown = [trip, ...busy]
  for (const view of ['month', 'week'] as const) {
    const words = agendaOn('2026-10-01', shown, view)
    expect(words).toMatch(/Thursday 19 November .* Trip .* Friday 20 November .* Trip .* Talk 6 /)
    expect(words).toMatch(
      /Talk 6 Bristol Social \+ ?6 more on Friday 20 November Saturday 21 November .* Trip /,
    )
    expect(words).not.toContain('Talk 7')
    expect(words).not.toContain('Sunday 22')
  }
  for (const view of ['agenda', 'day'] as const) {
    const words = agendaOn('2026-10-01', shown, view)
    expect(words).toContain('Talk 12')
    expect(words).not.toContain('more')
  }
})

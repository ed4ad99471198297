import { cleanup, renderHook } from '@testing-library/react'
import { useMemo } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import type { CalendarDate } from '~/events/calendar/calendar-date'
import { type Load, useLoadedEvents } from '~/events/calendar/loaded-events'
import type { CalendarEvent } from '~/events/events/event-input.server'

afterEach(cleanup)

const november = { from: '2026-11-01T00:00', to: '2026-12-01T00:00' }
const december = { from: '2026-12-01T00:00', to: '2027-01-01T00:00' }

const event = (_id: string, startDate: string, endDate = startDate): CalendarEvent => ({
  _id,
  Name: _id,
  Location: 'Bristol',
  Eventtype: 'Social',
  startDate,
  endDate,
  occurrence: null,
  version: 1,
})

const date = (budId: string, on: string, years: number | null = null): CalendarDate => ({
  _id: `${budId} 1 ${on}`,
  budId,
  circleId: null,
  page: `Bud/${budId}`,
  name: budId,
  label: 'Birthday',
  on,
  years,
})

const a = event('a', '2026-11-03T10:00')
const b = event('b', '2026-11-30T10:00', '2026-12-02T10:00')
const c = event('c', '2026-12-05T10:00')

/** A load may lack dates here. */
type Part = Omit<Load, 'dates'> & Partial<Pick<Load, 'dates'>>

function open(load: Part) {
  const hook = renderHook(
    ({ load, shown }) =>
      useLoadedEvents(
        useMemo(() => load && { dates: [], ...load }, [load]),
        shown,
      ),
    { initialProps: { load: load as Part | null, shown: november } },
  )
  const names = () => hook.result.current.events.map(({ Name }) => Name).join(' ')
  const newIds = () => [...hook.result.current.newIds].join(' ')
  const dates = () => hook.result.current.dates.map(({ name, on, years }) => [name, on, years].join(' '))
  return { ...hook, names, newIds, dates }
}

describe('the loaded events', () => {
  test('are those of the range, sorted by start; those already loaded are shown at once, the others after the next load', () => {
    const { names, newIds, rerender } = open({ ...november, events: [b, a] })
    expect(names()).toBe('a b')
    rerender({ load: { ...november, events: [b, a] }, shown: december })
    expect(names()).toBe('b')
    rerender({ load: { ...december, events: [b, c] }, shown: december })
    expect(names()).toBe('b c')
    expect(newIds()).toBe('c')
  })

  test('exclude events that the latest load of their range does not contain', () => {
    const { names, rerender } = open({ ...november, events: [a, b] })
    rerender({ load: { ...november, events: [b] }, shown: november })
    expect(names()).toBe('b')
  })

  test('include changes, also of the time', () => {
    const { names, result, rerender } = open({ ...november, events: [a, b] })
    const moved = { ...a, Name: 'later', startDate: '2026-12-08T10:00', endDate: '2026-12-08T11:00' }
    rerender({ load: { ...december, events: [b, moved] }, shown: november })
    expect(names()).toBe('b')
    rerender({ load: { ...december, events: [b, moved] }, shown: december })
    expect(names()).toBe('b later')
    expect(result.current.events).toContain(moved)
  })

  test('have the dates of buds in the range, sorted by day and name', () => {
    const last = date('ada', '2026-11-30')
    const { dates, newIds, rerender } = open({
      ...november,
      events: [a],
      dates: [last, date('cem', '2026-11-02'), date('bo', '2026-11-02', 40)],
    })
    expect(dates()).toEqual(['bo 2026-11-02 40', 'cem 2026-11-02 ', 'ada 2026-11-30 '])
    rerender({ load: { ...december, events: [], dates: [date('ada', '2026-12-01')] }, shown: december })
    expect(dates()).toEqual(['ada 2026-12-01 '])
    expect(newIds()).toBe('ada 1 2026-12-01')
  })

  test('lose a date that was moved or removed, and change one whose year was changed', () => {
    const dates = [date('ada', '2026-11-02'), date('bo', '2026-11-03', 40), date('cem', '2026-11-04')]
    const loaded = open({ ...november, events: [a], dates })
    const changed = [date('ada', '2026-11-20'), date('bo', '2026-11-03', 41)]
    loaded.rerender({ load: { ...november, events: [a], dates: changed }, shown: november })
    expect(loaded.dates()).toEqual(['bo 2026-11-03 41', 'ada 2026-11-20 '])
    expect(loaded.names()).toBe('a')
  })

  test('stay when a load fails', () => {
    const { names, rerender } = open({ ...november, events: [a, b] })
    rerender({ load: null, shown: november })
    expect(names()).toBe('a b')
    rerender({ load: null, shown: december })
    expect(names()).toBe('b')
  })
})

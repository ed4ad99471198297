import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, longDay } from '~/events/calendar/calendar-days'
import {
  type CalendarView,
  calendarViews,
  daysOf,
  rangeOf,
  readPeriod,
  searchOf,
  shiftPeriod,
  titleOf,
} from '~/events/calendar/calendar-period'

const read = (search: string) => readPeriod(new URLSearchParams(search), '2026-11-20')

describe('the query string', () => {
  test.each([
    ['', 'month', '2026-11-20'],
    ['view=week', 'week', '2026-11-20'],
    ['view=agenda&date=2024-02-29', 'agenda', '2024-02-29'],
    ['view=day&date=0001-01-01', 'day', '0001-01-01'],
    ['view=day&date=9999-11-30', 'day', '9999-11-30'],
  ])("'%s' shows the %s of %s", (search, view, date) => {
    expect(read(search)).toEqual({ view, date })
  })

  test('is ignored where it has no known view or no day that the calendar can show', () => {
    for (const search of [
      ...['view=year', 'view=Month', 'view=toString'],
      ...['date=2026-02-29', 'date=2026-13-01', 'date=2026-11-2', 'date=20261120'],
      ...['date=2026-11-20T10:00', 'date=0000-12-31', 'date=9999-12-01', 'date=+10000-01-01'],
    ]) {
      expect(read(search), search).toEqual({ view: 'month', date: '2026-11-20' })
    }
  })
})

const range = (view: CalendarView, date: string) => Object.values(rangeOf({ view, date }))

describe('the range shown', () => {
  test.each([
    ['month', '2026-11-20', '2026-10-26T00:00', '2026-12-07T00:00'],
    ['month', '2027-02-10', '2027-02-01T00:00', '2027-03-01T00:00'],
    ['week', '2026-11-22', '2026-11-16T00:00', '2026-11-23T00:00'],
    ['week', '2026-11-16', '2026-11-16T00:00', '2026-11-23T00:00'],
    ['day', '2026-12-31', '2026-12-31T00:00', '2027-01-01T00:00'],
    ['agenda', '2026-11-20', '2026-11-20T00:00', '2026-12-20T00:00'],
    ['month', '9999-11-30', '9999-11-01T00:00', '9999-12-06T00:00'],
    ['month', '0001-01-01', '0001-01-01T00:00', '0001-02-05T00:00'],
  ] as const)('by the %s of %s is %s to %s', (view, date, from, to) => {
    expect(range(view, date)).toEqual([from, to])
  })

  const days = fc.integer({ min: -600_000, max: 2_900_000 }).map((n) => addDays('1970-01-01', n))
  const periods = fc.record({ view: fc.constantFrom(...calendarViews), date: days })

  test('consists of whole days or weeks around the date, and the next one starts at its end', () => {
    fc.assert(
      fc.property(periods, (period) => {
        const all = daysOf(period)
        const { from, to } = rangeOf(period)
        expect(all).toContain(period.date)
        if (period.view === 'week' || period.view === 'month') {
          expect(longDay(from.slice(0, 10))).toMatch(/^Monday /)
        }
        expect(from <= `${all[0]}T00:00` && `${all.at(-1)}T00:00` < to).toBe(true)
        expect(daysOf(shiftPeriod(1, period))[0]).toBe(addDays(all.at(-1) as string, 1))
        expect(daysOf(shiftPeriod(-1, period)).at(-1)).toBe(addDays(all[0] as string, -1))
        expect(readPeriod(new URLSearchParams(searchOf(period)), '2026-11-20')).toEqual(period)
      }),
    )
  })
})

test.each([
  ['month', '2026-11-20', 'November 2026'],
  ['agenda', '2026-11-20', '20 November – 19 December 2026'],
  ['agenda', '2026-11-01', '1 – 30 November 2026'],
  ['day', '2026-11-20', 'Friday 20 November 2026'],
  ['week', '2026-11-20', '16 – 22 November 2026'],
  ['week', '2026-12-01', '30 November – 6 December 2026'],
  ['week', '2027-01-01', '28 December 2026 – 3 January 2027'],
] as const)('the %s of %s is called %s', (view, date, name) => {
  expect(titleOf({ view, date })).toBe(name)
})

import fc from 'fast-check'
import { DateTime } from 'luxon'
import { luxonLocalizer } from 'react-big-calendar'
import { describe, expect, test } from 'vitest'
import { localizer } from '~/calendar/calendar-localizer'

/** The luxon localizer of react-big-calendar, in UTC. */
const luxon = luxonLocalizer(DateTime, { firstDayOfWeek: 1 })

const minutes = fc.integer({ min: 0, max: 60 * 24 * 40 })
const dates = minutes.map((n) => new Date(Date.UTC(2026, 9, 20) + n * 60_000))
const units = fc.constantFrom('minutes', 'day', 'week', 'month', undefined) as fc.Arbitrary<'day'>
const differs = (name: string) => `${name} differs from luxon's`

describe('the arithmetic of the localizer agrees with luxon', () => {
  test.each(['eq', 'neq', 'lt', 'lte', 'gt', 'gte'] as const)('%s', (name) => {
    fc.assert(
      fc.property(dates, dates, units, (a, b, unit) => {
        expect(localizer[name](a, b, unit), differs(name)).toBe(luxon[name](a, b, unit))
        expect(localizer[name](a, a, unit), differs(name)).toBe(luxon[name](a, a, unit))
      }),
    )
  })

  test('startOf, ceil, diff, min, max, inRange, isSameDate', () => {
    fc.assert(
      fc.property(dates, dates, dates, fc.constantFrom('minutes', 'day' as const), (a, b, c, unit) => {
        const both = (call: (one: typeof luxon) => unknown) => expect(call(localizer)).toEqual(call(luxon))
        both((one) => one.startOf(a, unit as 'day'))
        both((one) => one.ceil(a, unit as 'day'))
        both((one) => one.diff(a, b, unit as 'day'))
        both((one) => one.min(a, b))
        both((one) => one.max(a, b))
        both((one) => one.inRange(a, b, c, unit as 'day'))
        both((one) => one.isSameDate(a, b))
        both((one) => one.startOf(a, 'month'))
        both((one) => one.visibleDays(a, one))
      }),
    )
  })
})

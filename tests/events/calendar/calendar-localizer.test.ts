import fc from 'fast-check'
import { DateTime } from 'luxon'
import { luxonLocalizer } from 'react-big-calendar'
import { expect, test } from 'vitest'
import { localizer } from '~/events/calendar/calendar-localizer'

/** The luxon localizer of react-big-calendar, in UTC. */
const luxon = luxonLocalizer(DateTime, { firstDayOfWeek: 1 })

const minutes = fc.integer({ min: 0, max: 60 * 24 * 40 })
const dates = minutes.map((n) => new Date(Date.UTC(2026, 9, 20) + n * 60_000))
const units = fc.constantFrom('minutes', 'day', 'week', 'month', undefined) as fc.Arbitrary<'day'>
const shortUnits = fc.constantFrom('minutes', 'day') as fc.Arbitrary<'day'>

test('the arithmetic of the localizer agrees with that of luxon', () => {
  fc.assert(
    fc.property(dates, dates, dates, units, shortUnits, (a, b, c, unit, shortUnit) => {
      const compare = (call: (one: typeof luxon) => unknown) => expect(call(localizer)).toEqual(call(luxon))
      for (const name of ['eq', 'neq', 'lt', 'lte', 'gt', 'gte'] as const) {
        compare((one) => [name, one[name](a, b, unit), one[name](a, a, unit)])
      }
      compare((one) => one.startOf(a, shortUnit))
      compare((one) => one.ceil(a, shortUnit))
      compare((one) => one.diff(a, b, shortUnit))
      compare((one) => [one.min(a, b), one.max(a, b)])
      compare((one) => one.inRange(a, b, c, shortUnit))
      compare((one) => one.isSameDate(a, b))
      compare((one) => one.startOf(a, 'month'))
      compare((one) => one.visibleDays(a, one))
    }),
  )
})

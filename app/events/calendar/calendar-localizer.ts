import { DateTime, Settings } from 'luxon'
import { luxonLocalizer } from 'react-big-calendar'
import { day, minute } from '~/base/node/durations'

/**
 * Wall-clock times are UTC dates (`calendar-days.ts`). The settings are global, but nothing else in the browser uses
 * luxon.
 */
Settings.defaultZone = 'utc'
Settings.defaultLocale = 'en-GB'

const fromMonday = { firstDayOfWeek: 1 }
const luxon = luxonLocalizer(DateTime, fromMonday)

type Span = { start: Date; end: Date }
type Unit = Parameters<typeof luxon.startOf>[1]

/** Replaces the methods that depend on the time zone of the browser. */
const withoutTimeZone = {
  getTimezoneOffset: () => 0,
  getDstOffset: () => 0,
  segmentOffset: 0,
  /** An event that starts and ends at midnight is a timed event too. */
  startAndEndAreDateOnly: () => false,
}

const unitLengths: { [unit in Unit]?: number } = { milliseconds: 1, minutes: minute, day }

/** Without time zones all days have the same length, so arithmetic replaces the slower objects of luxon. */
function floor(date: Date, unit: Unit = 'milliseconds') {
  const length = unitLengths[unit]
  return length ? Math.floor(+date / length) * length : +luxon.startOf(date, unit)
}

const arithmetic = {
  eq: (a: Date, b: Date, unit?: Unit) => floor(a, unit) === floor(b, unit),
  neq: (a: Date, b: Date, unit?: Unit) => floor(a, unit) !== floor(b, unit),
  lt: (a: Date, b: Date, unit?: Unit) => floor(a, unit) < floor(b, unit),
  lte: (a: Date, b: Date, unit?: Unit) => floor(a, unit) <= floor(b, unit),
  gt: (a: Date, b: Date, unit?: Unit) => floor(a, unit) > floor(b, unit),
  gte: (a: Date, b: Date, unit?: Unit) => floor(a, unit) >= floor(b, unit),
  inRange: (date: Date, from: Date, to: Date, unit: Unit = 'day') =>
    floor(from, unit) <= floor(date, unit) && floor(date, unit) <= floor(to, unit),
  isSameDate: (a: Date, b: Date) => floor(a, 'day') === floor(b, 'day'),
  min: (a: Date, b: Date) => (a < b ? a : b),
  max: (a: Date, b: Date) => (a > b ? a : b),
  startOf: (date: Date, unit: Unit) => new Date(floor(date, unit)),
  ceil: (date: Date, unit: Unit = 'day') =>
    +date === floor(date, unit) ? date : luxon.add(new Date(floor(date, unit)), 1, unit),
  diff: (a: Date, b: Date, unit: Unit = 'day') => {
    const length = unitLengths[unit]
    return length ? Math.floor((+b - +a) / length) : luxon.diff(a, b, unit)
  },
  daySpan: nightsBetween,
  continuesPrior: (start: Date, first: Date) => start < first,
  continuesAfter: (_start: Date, end: Date, last: Date) => end >= last,
  inEventRange: ({ event, range }: { event: Span; range: Span }) =>
    floor(event.start, 'day') <= floor(range.end, 'day') &&
    (event.end > range.start || event.start >= range.start),
  /** Sorts by day, then the longest first, then by time. */
  sortEvents: ({ evtA: a, evtB: b }: { evtA: Span; evtB: Span }) =>
    floor(a.start, 'day') - floor(b.start, 'day') ||
    nightsBetween(b.start, b.end) - nightsBetween(a.start, a.end) ||
    +a.start - +b.start ||
    +a.end - +b.end,
}

function nightsBetween(start: Date, end: Date) {
  return (floor(end, 'day') - floor(start, 'day')) / day
}

export const localizer = Object.assign(luxonLocalizer(DateTime, fromMonday), withoutTimeZone, arithmetic)

const formatTime = (date: Date) => DateTime.fromJSDate(date).toFormat('HH:mm')

export const formats = {
  timeGutterFormat: 'HH:mm',
  selectRangeFormat: ({ start, end }: Span) => `${formatTime(start)}–${formatTime(end)}`,
}

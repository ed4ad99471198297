import {
  addDays,
  addMonths,
  dayNumber,
  daysBetween,
  firstOfMonth,
  isDay,
  longDay,
  mondayOf,
  monthName,
  yearOf,
} from './calendar-days'

export const calendarViews = ['month', 'week', 'day', 'agenda'] as const
export type CalendarView = (typeof calendarViews)[number]

/** What a calendar shows: a view, and a day that it contains. */
export type Period = { view: CalendarView; date: string }

/** From a time up to and without another. */
export type Range = { from: string; to: string }

/** What is unknown in an address is as if it were not there. */
export function readPeriod(query: URLSearchParams, today: string): Period {
  const view = calendarViews.find((name) => name === query.get('view')) ?? 'month'
  const date = query.get('date') ?? ''
  return { view, date: isDay(date) ? date : today }
}

/** Without a date it is today's. */
export function addressOf({ view, date }: { view: CalendarView; date?: string }) {
  return date ? `?view=${view}&date=${date}` : `?view=${view}`
}

/** The period's first day, and the day after its last. */
function endsOf({ view, date }: Period): [first: string, end: string] {
  if (view === 'day') return [date, addDays(date, 1)]
  if (view === 'week') return [mondayOf(date), addDays(mondayOf(date), 7)]
  return [firstOfMonth(date), addMonths(date, 1)]
}

/** The days that are the period: a month is shown with the rest of its weeks, but they are not part of it. */
export function daysOf(period: Period) {
  return daysBetween(...endsOf(period))
}

/** All that is shown. */
export function rangeOf(period: Period): Range {
  const [first, end] = endsOf(period)
  if (period.view !== 'month') return range(first, end)
  return range(mondayOf(first), addDays(mondayOf(addDays(end, -1)), 7))
}

const range = (first: string, end: string): Range => ({ from: `${first}T00:00`, to: `${end}T00:00` })

export function movedBy(count: 1 | -1, { view, date }: Period): Period {
  if (view === 'day') return { view, date: addDays(date, count) }
  if (view === 'week') return { view, date: addDays(date, 7 * count) }
  return { view, date: addMonths(date, count) }
}

/** What moves by one step. */
export const stepOf = ({ view }: Period) => (view === 'agenda' ? 'month' : view)

export function titleOf(period: Period) {
  const { view, date } = period
  if (view === 'day') return `${longDay(date)} ${yearOf(date)}`
  if (view === 'week') return weekTitle(mondayOf(date))
  return `${monthName(date)} ${yearOf(date)}`
}

/** Says only once what both ends have in common: 28 December 2026 – 3 January 2027, 16 – 22 November 2026. */
function weekTitle(monday: string) {
  const sunday = addDays(monday, 6)
  const year = yearOf(monday) === yearOf(sunday) ? '' : ` ${yearOf(monday)}`
  const month = monthName(monday) === monthName(sunday) ? '' : ` ${monthName(monday)}`
  return `${dayNumber(monday)}${month}${year} – ${dayNumber(sunday)} ${monthName(sunday)} ${yearOf(sunday)}`
}

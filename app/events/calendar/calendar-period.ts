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

/** The period that the calendar shows: a view, and a day in the period. */
export type Period = { view: CalendarView; date: string }

/** An agenda begins at its date, so that at a month's end it shows what comes. */
const agendaDays = 30

/** From `from` up to, but not including, `to`. */
export type Range = { from: string; to: string }

/** Invalid query parameters are ignored. */
export function readPeriod(query: URLSearchParams, today: string): Period {
  const view = calendarViews.find((name) => name === query.get('view')) ?? 'month'
  const date = query.get('date') ?? ''
  return { view, date: isDay(date) ? date : today }
}

/** The query string of a period. Without a date the period contains today. */
export function searchOf({ view, date }: { view: CalendarView; date?: string }) {
  return date ? `?view=${view}&date=${date}` : `?view=${view}`
}

/** The first day of the period, and the day after its last. */
function boundsOf({ view, date }: Period): [first: string, end: string] {
  if (view === 'day') return [date, addDays(date, 1)]
  if (view === 'week') return [mondayOf(date), addDays(mondayOf(date), 7)]
  if (view === 'agenda') return [date, addDays(date, agendaDays)]
  return [firstOfMonth(date), addMonths(date, 1)]
}

/** The days of the period. Excludes the days of other months that the month view shows in its first and last week. */
export function daysOf(period: Period) {
  return daysBetween(...boundsOf(period))
}

export function rangeOf(period: Period): Range {
  const [first, end] = boundsOf(period)
  if (period.view !== 'month') return range(first, end)
  return range(mondayOf(first), addDays(mondayOf(addDays(end, -1)), 7))
}

const range = (first: string, end: string): Range => ({ from: `${first}T00:00`, to: `${end}T00:00` })

export function shiftPeriod(count: 1 | -1, { view, date }: Period): Period {
  if (view === 'day') return { view, date: addDays(date, count) }
  if (view === 'week') return { view, date: addDays(date, 7 * count) }
  if (view === 'agenda') return { view, date: addDays(date, agendaDays * count) }
  return { view, date: addMonths(date, count) }
}

/** The unit of Previous and Next. */
export const stepOf = ({ view }: Period) => (view === 'agenda' ? `${agendaDays} days` : view)

export function titleOf(period: Period) {
  const { view, date } = period
  if (view === 'day') return `${longDay(date)} ${yearOf(date)}`
  if (view === 'week') return spanTitle(mondayOf(date), 7)
  if (view === 'agenda') return spanTitle(date, agendaDays)
  return `${monthName(date)} ${yearOf(date)}`
}

/** 28 December 2026 – 3 January 2027, or 16 – 22 November 2026. */
function spanTitle(first: string, days: number) {
  const last = addDays(first, days - 1)
  const year = yearOf(first) === yearOf(last) ? '' : ` ${yearOf(first)}`
  const month = monthName(first) === monthName(last) ? '' : ` ${monthName(first)}`
  return `${dayNumber(first)}${month}${year} – ${dayNumber(last)} ${monthName(last)} ${yearOf(last)}`
}

const newEventPath = '/dashboard/AddEvent'

/** Paths of AddEvent. After saving, it redirects to the calendar with the query string `search`. */
export function newEventPaths(search: string) {
  const returnTo = `/dashboard/calendar${search}`
  const forTimes = (startDate: string, endDate: string) =>
    `${newEventPath}?${new URLSearchParams({ startDate, endDate, returnTo })}`
  return {
    withoutTimes: `${newEventPath}?${new URLSearchParams({ returnTo })}`,
    forTimes,
    /** For selected days, which have no times: proposes 09:00 on the first day to 10:00 on the last. */
    forDays: (first: string, last = first) => forTimes(`${first}T09:00`, `${last}T10:00`),
  }
}

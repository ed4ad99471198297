import { day as dayLength, minute } from '~/base/node/durations'

/**
 * Days (`YYYY-MM-DD`) and wall-clock times (`YYYY-MM-DDTHH:mm`) have no time zone. Calculations treat them as UTC, which
 * has no daylight saving time, so the time zone of the browser does not change them.
 */

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })
const months = Array.from({ length: 12 }, (_, n) => monthFormat.format(Date.UTC(2000, n)))

export const asDate = (dayOrTime: string) =>
  new Date(`${dayOrTime.length === 10 ? `${dayOrTime}T00:00` : dayOrTime}Z`)
export const wallClockOf = (date: Date) => date.toISOString().slice(0, 16)
export const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** The local time of the browser, as a UTC date. */
export function wallClockNow() {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * minute)
}

/** Whether the calendar can show the day and its month. */
export function isDay(text: string) {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < '0001-01-01' || text > '9999-11-30') return false
  const date = asDate(text)
  return !Number.isNaN(date.getTime()) && dayOf(date) === text
}

export const addDays = (day: string, count: number) =>
  dayOf(new Date(asDate(day).getTime() + count * dayLength))

/** 0 is Monday. */
export const weekdayOf = (day: string) => (asDate(day).getUTCDay() + 6) % 7
export const isWeekend = (day: string) => weekdayOf(day) > 4

export const mondayOf = (day: string) => addDays(day, -weekdayOf(day))
export const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`

export function addMonths(day: string, count: number) {
  const first = asDate(firstOfMonth(day))
  first.setUTCMonth(first.getUTCMonth() + count)
  return dayOf(first)
}

/** The days from `first` up to, but not including, `end`. */
export function daysBetween(first: string, end: string) {
  const start = asDate(first).getTime()
  const count = Math.round((asDate(end).getTime() - start) / dayLength)
  return Array.from({ length: count }, (_, n) => dayOf(new Date(start + n * dayLength)))
}

export const yearOf = (day: string) => Number(day.slice(0, 4))
export const monthName = (day: string) => months[Number(day.slice(5, 7)) - 1] as string
export const dayNumber = (day: string) => Number(day.slice(8, 10))
export const weekdayName = (day: string) => weekdays[weekdayOf(day)] as string

/** Friday 20 November */
export const longDay = (day: string) => `${weekdayName(day)} ${dayNumber(day)} ${monthName(day)}`

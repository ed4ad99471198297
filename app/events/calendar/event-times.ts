import type { CalendarEvent } from '~/events/events/event-input.server'
import { addDays, dayNumber, longDay, monthName, weekdayName, yearOf } from './calendar-days'

type Times = Pick<CalendarEvent, 'startDate' | 'endDate'>

/** An event of a series is one of many with the same id. */
export const keyOf = ({ _id, occurrence }: Pick<CalendarEvent, '_id' | 'occurrence'>) =>
  occurrence ? `${_id} ${occurrence}` : _id

export const timeOf = (wallClock: string) => wallClock.slice(11)
const datePartOf = (wallClock: string) => wallClock.slice(0, 10)

/** The last day of an event. An event that ends at midnight ends on the day before. */
export function lastDayOf({ startDate, endDate }: Times) {
  return timeOf(endDate) === '00:00' && endDate > startDate
    ? addDays(datePartOf(endDate), -1)
    : datePartOf(endDate)
}

/** The first and the last day of an event. */
export const spanOf = (event: Times) => [datePartOf(event.startDate), lastDayOf(event)] as const

export function isMultiDay(event: Times) {
  const [first, last] = spanOf(event)
  return first < last
}

/** An event of zero length overlaps a range that contains its start. */
export function overlaps({ startDate, endDate }: Times, { from, to }: { from: string; to: string }) {
  return startDate < to && (endDate > from || startDate >= from)
}

/** The times of the part of an event that is on one day. */
export function partialTimes({ startDate, endDate }: Times, startsEarlier: boolean, endsLater: boolean) {
  if (startsEarlier && endsLater) return 'All day'
  if (startsEarlier) return `until ${timeOf(endDate)}`
  if (endsLater) return `from ${timeOf(startDate)}`
  return startDate === endDate ? timeOf(startDate) : `${timeOf(startDate)}–${timeOf(endDate)}`
}

export const timesOn = (event: Times, day: string) =>
  partialTimes(event, datePartOf(event.startDate) < day, lastDayOf(event) > day)

const shortDay = (day: string, today: string) => {
  const text = `${weekdayName(day).slice(0, 3)} ${dayNumber(day)} ${monthName(day).slice(0, 3)}`
  return yearOf(day) === yearOf(today) ? text : `${text} ${yearOf(day)}`
}

/** `Thu 26 Nov, 19:30–21:30`, with the year if it is not that of `today`, or both days and times of a multi-day event. */
export function shortDateAndTimes(event: Times, today: string) {
  const { startDate, endDate } = event
  const first = shortDay(datePartOf(startDate), today)
  if (isMultiDay(event))
    return `${first} ${timeOf(startDate)} – ${shortDay(datePartOf(endDate), today)} ${timeOf(endDate)}`
  return `${first}, ${partialTimes(event, false, false)}`
}

/** `Friday 20 November, 19:00–21:00`, or both days and times of a multi-day event. */
export function formatDateAndTimes(event: Times) {
  const { startDate, endDate } = event
  const first = longDay(datePartOf(startDate))
  if (isMultiDay(event))
    return `${first} ${timeOf(startDate)} – ${longDay(datePartOf(endDate))} ${timeOf(endDate)}`
  return `${first}, ${partialTimes(event, false, false)}`
}

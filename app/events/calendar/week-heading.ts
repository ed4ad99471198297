import type { CalendarEvent } from '~/events/events/event-input.server'
import { addDays, dayNumber, mondayOf, monthName, yearOf } from './calendar-days'

/** The heading of the events of a week in a list by day. `now` is the owner's wall-clock time. */
export function weekHeading(
  { startDate, endDate }: Pick<CalendarEvent, 'startDate' | 'endDate'>,
  now: string,
) {
  const [week, thisWeek] = [startDate, now].map((time) => mondayOf(time.slice(0, 10))) as [string, string]
  const isPast = endDate <= now
  if (week === thisWeek) return isPast ? 'Earlier this week' : 'This week'
  if (week < thisWeek && !isPast) return 'Going on'
  if (week === addDays(thisWeek, 7)) return 'Next week'
  if (week === addDays(thisWeek, -7)) return 'Last week'
  const year = yearOf(week) === yearOf(now) ? '' : ` ${yearOf(week)}`
  return `Week of ${dayNumber(week)} ${monthName(week)}${year}`
}

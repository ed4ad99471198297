import { DateTime } from 'luxon'
import { dayIn } from '~/people/buds/bud-dates'
import type { BudDate } from '~/people/buds/contact'

/** Rules of iCalendar (RFC 5545) that the export and the feeds share. */

/** Calendars recognise an entry by its id, so a second export changes it. */
export const uidOf = (id: string) => `${id}@budkeeper`

/**
 * The instant of a wall-clock time. A time that comes twice, when the clocks go back, is its first occurrence (RFC 5545,
 * section 3.3.5); luxon alone takes the one with today's offset. A calendar has no years but those of four digits, which
 * the zone can leave at both ends. With -1, the second occurrence.
 */
export function instantOf(wallClock: string, zone: string, which: 0 | -1 = 0) {
  const local = DateTime.fromISO(wallClock, { zone })
  const instant = (local.getPossibleOffsets().at(which) ?? local).toUTC()
  const isWritable = instant.isValid && instant.year >= 1 && instant.year <= 9_999
  return isWritable ? instant.toJSDate() : new Date(`${wallClock}Z`)
}

type WallClockSpan = { startDate: string; endDate: string }

/**
 * The start and end of an event as instants. `end` is null without a length, because an end must be later than its start.
 * A start that the clocks skip is later by the change, and the end keeps the length of the event.
 */
export function spanOf({ startDate, endDate }: WallClockSpan, zone: string) {
  const start = instantOf(startDate, zone)
  if (endDate <= startDate) return { start, end: null }
  const end = instantOf(endDate, zone)
  if (end > start && !isSkipped(startDate, zone)) return { start, end }
  const length = Date.parse(`${endDate}Z`) - Date.parse(`${startDate}Z`)
  return { start, end: new Date(start.getTime() + length) }
}

/** Whether the clocks of the zone never show the time. */
const isSkipped = (wallClock: string, zone: string) =>
  DateTime.fromISO(wallClock, { zone }).toFormat("yyyy-MM-dd'T'HH:mm") !== wallClock

/** A calendar ends with a line break (RFC 5545, section 3.1), which `ical-generator` leaves out. */
export const withLastLineEnd = (calendar: string) => `${calendar}\r\n`

/** A leap year, for dates without a year. */
const someYear = 2000

/** The first day of the yearly entry of a date, `YYYY-MM-DD`. */
export const firstDayOf = (date: BudDate) => dayIn(date.year ?? someYear, date)

/** A date comes back each year. 29 February is the last day of the month, also in common years. */
export const yearlyRule = ({ month, day }: Pick<BudDate, 'month' | 'day'>) =>
  `FREQ=YEARLY${month === 2 && day === 29 ? ';BYMONTH=2;BYMONTHDAY=-1' : ''}`

/** Control characters are not allowed in a text. */
export const printable = (value: string) => value.replace(/[^\P{Cc}\n\t]/gu, '')

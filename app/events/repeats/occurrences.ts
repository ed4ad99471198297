import { dateText } from './day-numbers'
import { ruleOf } from './rule'
import { daysFrom, lastDayOf, numberOf, type Series as Starts, startsFrom } from './starts'

/** The times of an event that may repeat. All are wall-clock times, `YYYY-MM-DDTHH:mm`. */
export type Times = {
  startDate: string
  endDate: string
  repeat: string | null
  skipped: string[]
  repeatUntil?: string | null
}
type Series = Times & { repeat: string }
type Span = { startDate: string; endDate: string }

/** The most occurrences that a page or a response has. */
export const occurrenceLimit = 1_000

const minute = 60_000
const minutesOf = (time: string) => Date.parse(`${time}Z`) / minute

/** A wall-clock time that is later by some minutes, within the years that a date may have. */
export function later(time: string, minutes: number) {
  const moved = new Date((minutesOf(time) + minutes) * minute).toISOString()
  if (moved.startsWith('+')) return '9999-12-31T23:59'
  return moved.startsWith('-') || moved.startsWith('0000') ? '0001-01-01T00:00' : moved.slice(0, 16)
}

/** From one wall-clock time to another. */
export const minutesBetween = (from: string, to: string) => minutesOf(to) - minutesOf(from)

export const lengthOf = ({ startDate, endDate }: Span) => minutesBetween(startDate, endDate)

/** The occurrences of a series that have not ended at `from`, in order. One without length that is at `from` is among them. */
export function* occurrencesFrom(event: Times, from: string): Generator<Span> {
  for (const day of occurrenceDays(event, from)) yield spanOn(event, day)
}

/** The days on which the occurrences begin, by their numbers. */
function* occurrenceDays(event: Times, from: string): Generator<number> {
  const { repeat, startDate, endDate } = event
  if (repeat === null) return
  const days = numberOf(endDate) - numberOf(startDate)
  const [fromDay, fromTime] = [numberOf(from), from.slice(10)]
  const hasEnded = (day: number) =>
    (day + days < fromDay || (day + days === fromDay && endDate.slice(10) <= fromTime)) &&
    (day < fromDay || (day === fromDay && startDate.slice(10) < fromTime))
  for (const day of daysFrom(event as Series, fromDay - days)) if (!hasEnded(day)) yield day
}

/** The times of an occurrence by the day on which it begins. */
const spanOn = ({ startDate, endDate }: Span, day: number) => ({
  startDate: dateText(day) + startDate.slice(10),
  endDate: dateText(day + numberOf(endDate) - numberOf(startDate)) + endDate.slice(10),
})

type Range = { from: string; to: string }
export type Occurrence<E> = E & { occurrence: string | null }

/**
 * The first occurrences of series that overlap the time from `from` to `to`, by start, each as the event with its own times. Of
 * each series only so many are made as can be among them.
 */
export function occurrencesIn<E extends Times & { _id: string }>(
  series: E[],
  { from, to }: Range,
  most = occurrenceLimit,
): Occurrence<E>[] {
  const found: { _id: string; start: number; day: number; event: E }[] = []
  let end = startNumber(numberOf(to), to)
  for (const event of series) {
    const { _id } = event
    let times = 0
    for (const day of occurrenceDays(event, from)) {
      const start = startNumber(day, event.startDate)
      if (start >= end || times === most) break
      found.push({ _id, start, day, event })
      times += 1
    }
    if (found.length <= 2 * most) continue
    found.sort(byStartNumber).splice(most)
    end = (found.at(-1)?.start ?? end) + 1
  }
  const first = found.sort(byStartNumber).slice(0, most)
  return first.map(({ event, day }) => {
    const { startDate, endDate } = spanOn(event, day)
    return { ...event, startDate, endDate, occurrence: startDate }
  })
}

/** The time of day of `time` on a day, in minutes since 1970. */
const startNumber = (day: number, time: string) =>
  day * 1_440 + Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16))

type Numbered = { start: number; _id: string }
const byStartNumber = (a: Numbered, b: Numbered) => a.start - b.start || (a._id < b._id ? -1 : 1)

/** The first events and occurrences of series that overlap a range, by start. */
export function withOccurrences<S extends Placed, E extends Times & Placed>(
  events: S[],
  series: E[],
  range: Range,
  most = occurrenceLimit,
): (Occurrence<E> | (S & { occurrence: string | null }))[] {
  const single = events.map((event) => ({ occurrence: null, ...event }))
  if (series.length === 0) return single
  const occurrences = occurrencesIn(series, range, most)
  return single.length === 0 ? occurrences : [...single, ...occurrences].sort(byStart).slice(0, most)
}

type Placed = { startDate: string; _id: string }
export const byStart = (a: Placed, b: Placed) =>
  a.startDate < b.startDate || (a.startDate === b.startDate && a._id < b._id) ? -1 : 1

/** Whether a series has this start, and does not leave it out. */
export function isOccurrence({ repeat, ...times }: Times, start: string) {
  if (repeat === null) return false
  return startsFrom({ ...times, repeat }, start).next().value === start
}

/** Contact counts the occurrences of two years, and no earlier ones. In days, the likely ones first. */
const spans = [40, 400, 2 * 366]

/**
 * Where a series stands at a wall-clock time: its last start, or null without an end; the start of the first occurrence that
 * has not ended; the end of the last one that has.
 */
export function standingOf(event: Series, now: string) {
  const repeatUntil = lastStartOf(event)
  const known = { ...event, repeatUntil }
  let nextStart = null
  for (const { startDate, endDate } of occurrencesFrom(known, now)) {
    nextStart = endDate > now ? startDate : null
    if (nextStart) break
  }
  const length = lengthOf(event)
  const end = nextStart === null && repeatUntil !== null ? later(repeatUntil, length) : now
  const lastStart = lastBefore(known, later(end < now ? end : now, -length), spans)
  return { repeatUntil, nextStart, lastEnd: lastStart && later(lastStart, length) }
}

/** The last start of a series, or null if it has no end. If all of them are left out, the first one. */
export function lastStartOf(event: Starts) {
  const { count, until, hasUntil } = ruleOf(event.repeat)
  const isCounted = count < Number.POSITIVE_INFINITY
  if (!hasUntil && !isCounted) return null
  const all = Number.POSITIVE_INFINITY
  return lastBefore(event, until, isCounted ? [all] : [...spans, all]) ?? event.startDate
}

/** The last start that is not after `until`, looked for in growing spans of days before it. */
function lastBefore(event: Starts, until: string, spans: number[]) {
  const timeOfDay = event.startDate.slice(10)
  const first = numberOf(event.startDate)
  const end = Math.min(numberOf(until) - (until.slice(10) < timeOfDay ? 1 : 0), lastDayOf(event.startDate))
  for (const span of spans) {
    const from = Math.max(end - span, first)
    let last: number | undefined
    for (const n of daysFrom(event, from)) {
      if (n > end) break
      last = n
    }
    if (last !== undefined) return dateText(last) + timeOfDay
    if (from === first) break
  }
  return null
}

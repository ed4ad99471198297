import { DateTime } from 'luxon'
import { addDays } from './calendar-days'
import { instantOf, spanOf } from './ical.server'

/** A day as iCalendar writes it, and the days beside it. `offset` is null if the clocks change around it. */
type Day = { previous: string; day: string; next: string; offset: number | null }

const minutesOfDay = 1_440

/**
 * Converts the wall-clock times of events to instants as iCalendar writes them, such as `20261124T190000Z`, by the rules
 * of `spanOf`. Luxon needs 20 microseconds for each time; here it is asked once for each day, and for each time near a
 * change of the clocks.
 */
export function utcSpans(zone: string) {
  const offsets = new Map<string, number>()
  const days = new Map<string, Day>()
  const offsetAt = (day: string) => remember(offsets, day, () => DateTime.fromISO(day, { zone }).offset)
  const dayOf = (day: string) =>
    remember(days, day, () => {
      const [previous, next] = [addDays(day, -1), addDays(day, 1)]
      const offset = offsetAt(day)
      const isSteady = offsetAt(previous) === offset && offsetAt(next) === offset
      const [a, b, c] = [previous, day, next].map((day) => day.replaceAll('-', '')) as [
        string,
        string,
        string,
      ]
      return { previous: a, day: b, next: c, offset: isSteady ? offset : null }
    })
  const textAt = (wallClock: string) => {
    const { previous, day, next, offset } = dayOf(wallClock.slice(0, 10))
    if (offset === null) return utcText(instantOf(wallClock, zone))
    const minutes = Number(wallClock.slice(11, 13)) * 60 + Number(wallClock.slice(14, 16)) - offset
    if (minutes < 0) return textOf(previous, minutes + minutesOfDay)
    return minutes < minutesOfDay ? textOf(day, minutes) : textOf(next, minutes - minutesOfDay)
  }
  return (event: { startDate: string; endDate: string }) => {
    if (dayOf(event.startDate.slice(0, 10)).offset === null) {
      const { start, end } = spanOf(event, zone)
      return { start: utcText(start), end: end && utcText(end) }
    }
    const [start, end] = [textAt(event.startDate), textAt(event.endDate)]
    return { start, end: end > start ? end : null }
  }
}

function remember<Value>(known: Map<string, Value>, key: string, make: () => Value) {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}

const twoDigits = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))
const textOf = (day: string, minutes: number) =>
  `${day}T${twoDigits[Math.floor(minutes / 60)]}${twoDigits[minutes % 60]}00Z`

export const utcText = (instant: Date) => `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

import { DateTime } from 'luxon'
import { type DigestFrequency, defaultTimeZone } from './settings'

export type Schedule = {
  timeZone: string | null
  digest: DigestFrequency
  digestHour: number
  digestWeekday: number
}

/** The local hour from which a digest of the day is no longer sent. */
const latestHour = 20

/** The next instant after `after` at which the digest is due. Null if it is off. */
export function nextDigest(after: Date, { timeZone, digest, digestHour, digestWeekday }: Schedule) {
  if (digest === 'off') return null
  const today = localTime(after, timeZone).startOf('day')
  const daysAhead = digest === 'daily' ? 0 : (digestWeekday - today.weekday + 7) % 7
  const due = today.plus({ days: daysAhead }).set({ hour: digestHour })
  if (due.toMillis() > after.getTime()) return due.toJSDate()
  const days = daysAhead + (digest === 'daily' ? 1 : 7)
  return today.plus({ days }).set({ hour: digestHour }).toJSDate()
}

/** The local day of an instant, `YYYY-MM-DD`, its start, and the instant at which the digest of that day expires. */
export function digestDay(at: Date, timeZone: string | null) {
  const day = localTime(at, timeZone).startOf('day')
  return {
    today: day.toISODate() ?? '',
    start: day.toJSDate(),
    until: day.set({ hour: latestHour }).toJSDate(),
  }
}

/** The wall-clock time of a zone. UTC for a zone that this version of Node.js does not know. */
function localTime(at: Date, timeZone: string | null) {
  const local = DateTime.fromJSDate(at, { zone: timeZone ?? defaultTimeZone })
  return local.isValid ? local : DateTime.fromJSDate(at, { zone: defaultTimeZone })
}

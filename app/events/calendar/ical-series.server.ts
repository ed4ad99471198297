import { IANAZone } from 'luxon'
import { memoized } from '~/events/repeats/day-numbers'
import { minutesBetween } from '~/events/repeats/occurrences'
import { untilTime } from '~/events/repeats/repeat'
import { instantOf, spanOf } from './ical.server'
import { utcText } from './utc-times.server'
import { zoneComponent } from './zone-component.server'

/** A wall-clock time as iCalendar writes it after the name of a property: `;TZID=Europe/London:20261124T190000`. */
export const timeText = (time: string, zone: string) =>
  zoneBlock(zone) ? `;TZID=${zone}:${time.replace(/[-:]/g, '')}00` : `:${utcText(instantOf(time, zone))}`

/** The component of a zone that times with its name refer to. Undefined for UTC, and for a zone that luxon does not know. */
export function zoneBlock(zone: string) {
  if (zone === 'UTC' || !IANAZone.isValidZone(zone)) return
  return componentOf(zone)
}

/** There are some 400 zones, of 1 kB each, which take 15 ms each. */
const componentOf = memoized(1_000, zoneComponent)

type Times = { startDate: string; endDate: string }

/**
 * The start and end of an event as properties. An event whose start the clocks skip has its length instead of an end. A series
 * that begins around a change of the clocks too: the time from its first start to its first end is that of all (RFC 5545, 3.8.5.3).
 */
export function timeProperties({ startDate, endDate }: Times, zone: string, isSeries = false) {
  const start = `DTSTART${timeText(startDate, zone)}`
  if (endDate <= startDate) return [start]
  const span = spanOf({ startDate, endDate }, zone)
  const end = instantOf(endDate, zone).getTime()
  const minutes = minutesBetween(startDate, endDate)
  const hasEnd = isSeries ? end - span.start.getTime() === minutes * 60_000 : end === span.end?.getTime()
  return [start, hasEnd ? `DTEND${timeText(endDate, zone)}` : `DURATION:PT${minutes}M`]
}

type Series = Times & { repeat: string | null; skipped: string[] }

/** The properties of a series. `replaced` are the starts that other events replace: no EXDATE may name them. */
export const seriesProperties = (series: Series, replaced: string[], zone: string) => [
  ...timeProperties(series, zone, true),
  `RRULE:${icalRule(series.repeat ?? '', zone)}`,
  ...series.skipped
    .filter((start) => !replaced.includes(start))
    .map((start) => `EXDATE${timeText(start, zone)}`),
]

type TakenOut = Times & { occurrence: string | null }

export const takenOutProperties = (event: TakenOut, zone: string) => [
  `RECURRENCE-ID${timeText(event.occurrence ?? '', zone)}`,
  ...timeProperties(event, zone),
]

/**
 * The rule of a series for other programs: beside a start with a zone, UNTIL is an instant (RFC 5545, section 3.3.10). A day
 * counts to its end, and a time that comes twice to its second occurrence, which some programs take.
 */
const icalRule = (repeat: string, zone: string) =>
  repeat.replace(
    /UNTIL=(\w+)/,
    (_, until: string) => `UNTIL=${utcText(instantOf(untilTime(until), zone, -1))}`,
  )

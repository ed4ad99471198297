import { IANAZone } from 'luxon'
import { tzlib_get_ical_block } from 'timezones-ical-library'
import { untilTime } from '~/events/repeats/repeat'
import { instantOf } from './ical.server'
import { utcText } from './utc-times.server'

/** A wall-clock time as iCalendar writes it after the name of a property: `;TZID=Europe/London:20261124T190000`. */
export const timeText = (time: string, zone: string) =>
  zoneBlock(zone) ? `;TZID=${zone}:${time.replace(/[-:]/g, '')}00` : `:${utcText(instantOf(time, zone))}`

/** The component of a zone that times with its name refer to. Undefined for UTC, and for a zone without one. */
export function zoneBlock(zone: string) {
  if (!blocks.has(zone)) blocks.set(zone, blockOf(zone))
  return blocks.get(zone)
}

/** There are some 400 zones, of 1 kB each. */
const blocks = new Map<string, string | undefined>()

/** The library has no names of old, and calls a zone that is a link by the name of another one. */
function blockOf(zone: string) {
  if (!IANAZone.isValidZone(zone)) return
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions()
  if (timeZone === 'UTC') return
  const [block] = [tzlib_get_ical_block(timeZone)].flat()
  return block ? `${block.replace(/^TZID:.*$/m, `TZID:${zone}`)}\r\n` : undefined
}

/** The properties for the rule of a series, and for what it leaves out. A start that another event replaces happens. */
export function ruleLines(repeat: string, skipped: string[], replaced: (string | null)[], zone: string) {
  const leftOut = skipped.filter((start) => !replaced.includes(start))
  return [`RRULE:${icalRule(repeat, zone)}`, ...leftOut.map((start) => `EXDATE${timeText(start, zone)}`)]
}

/** Beside a start with a zone, UNTIL is an instant (RFC 5545, section 3.3.10). A day counts to its end. */
const icalRule = (repeat: string, zone: string) =>
  repeat.replace(/UNTIL=(\w+)/, (_, until: string) => `UNTIL=${utcText(instantOf(untilTime(until), zone))}`)

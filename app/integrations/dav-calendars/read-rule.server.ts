import { readSeries, skippedLimit, startsAmong, tooManySkipped } from '~/events/repeats/repeat-rule.server'
import type { ReadEvent, ReadOccurrence } from './calendar-object'
import { allOf, type Component, firstOf, invalidData } from './content-lines.server'
import { momentOf, startReader, wallOf } from './moments.server'
import type { Zones } from './source-zones.server'

/**
 * The rule of an event as it is stored. Null: it does not repeat. Throws `DavError` for what a series
 * cannot have.
 */
export function readRule(component: Component, zones: Zones, zone: string) {
  const [rule, ...others] = allOf(component, 'RRULE')
  if (firstOf(component, 'RDATE') || firstOf(component, 'EXRULE') || others.length > 0)
    throw notStored('it has more than one rule, or times of its own')
  const begin = firstOf(component, 'DTSTART')
  if (!rule || !begin) return null
  const start = momentOf(begin.value, begin.params, zones)
  const startDate = wallOf(start, zone)
  const { untilOf } = startReader(start, zone, zones)
  const repeat = rule.value
    .trim()
    .toUpperCase()
    .replace(/(?<=UNTIL=)[^;]*/, untilOf)
    .replace(/(?<=[=,])\+(?=\d)/g, '')
    .replace(/;$/, '')
  if (startDate.slice(0, 10) !== start.local.slice(0, 10) && !/^FREQ=(DAILY|WEEKLY)(?!.*;BY)/.test(repeat))
    throw notStored('its days are those of another time zone, and fall on other days here')
  const read = readSeries({ startDate, repeat, skipped: [] })
  if (read.error) throw notStored(read.error.message)
  return read.event.repeat
}

const notStored = (reason: string) =>
  invalidData(`This event repeats in a way that cannot be stored: ${reason}.`)

type Series = ReadEvent & { repeat: string }

/**
 * The starts that do not happen by the rule. What leaves out a start that there is not leaves out
 * nothing.
 */
export function readSkipped(series: Series, occurrences: ReadOccurrence[], zones: Zones, zone: string) {
  const replaced = occurrences.map(({ occurrence }) => occurrence)
  const left = exceptionsOf(series, zones, zone)
  const starts = startsAmong(series, [...left, ...replaced])
  const none = replaced.find((start) => !starts.has(start))
  if (none) throw notStored(`it has a change for ${none.replace('T', ' ')}, when it does not happen`)
  if (starts.size > skippedLimit) throw notStored(tooManySkipped)
  return [...starts].sort()
}

/** More than these are not compared with the starts. */
const mostExceptions = 4 * skippedLimit

function exceptionsOf({ component, start }: Series, zones: Zones, zone: string) {
  const { startOf } = startReader(start, zone, zones)
  const exceptions = allOf(component, 'EXDATE').flatMap(({ value, params }) =>
    value.split(',').map((time) => ({ time, params })),
  )
  if (exceptions.length > mostExceptions) throw notStored(tooManySkipped)
  return exceptions
    .filter(({ time }) => time.trim() !== '')
    .map(({ time, params }) => startOf(momentOf(time, params, zones)))
}

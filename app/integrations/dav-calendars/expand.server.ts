import { instantOf, spanOf } from '~/events/calendar/ical.server'
import { utcText } from '~/events/calendar/utc-times.server'
import { later, occurrenceLimit, occurrencesFrom } from '~/events/repeats/occurrences'
import { DavError, type InstantRange } from '~/integrations/dav/collection.server'
import type { ReadEvent } from './calendar-object'
import { composed, type Part } from './composed.server'
import { writeComponent } from './content-lines.server'
import { dayText, type Moment } from './moments.server'
import { readCalendarObject } from './read-object.server'
import { wallClockAt } from './source-zones.server'

/** Characters of all occurrences of an event. */
const longest = 10_000_000

/**
 * An event with its occurrences that overlap a range, each for itself, in UTC and without rules (RFC 4791, section 9.6.5).
 * Null: there are too many.
 */
export function expandObject(content: string, zone: string, range: InstantRange): string | null {
  const read = readOrNull(content, zone)
  if (!read) return content
  const { calendar, master, occurrences } = read
  const written = (components: ReturnType<typeof inUtc>[]) => writeComponent({ ...calendar, components })
  if (master.repeat === null) return written([inUtc(master, [], zone)])
  const [from, to] = [wallClockAt(range.from, zone), wallClockAt(range.to, zone)]
  const original = (start: string) => [
    `RECURRENCE-ID${timeWriter(master.start)(start, instantOf(start, zone))}`,
  ]
  const components = occurrences
    .filter(({ startDate, endDate }) => startDate < to && (endDate > from || startDate >= from))
    .map((one) => inUtc(one, original(one.occurrence), zone))
  for (const span of occurrencesFrom(master, from)) {
    if (span.startDate >= to) break
    if (components.length === occurrenceLimit || components.length * content.length > longest) return null
    components.push(inUtc({ ...master, ...span }, original(span.startDate), zone))
  }
  return written(components)
}

/** Null: today's rules refuse what was stored once. */
function readOrNull(content: string, zone: string) {
  try {
    return readCalendarObject(content, zone)
  } catch (error) {
    if (error instanceof DavError) return null
    throw error
  }
}

type Happening = Pick<ReadEvent, 'component' | 'start' | 'startDate' | 'endDate'>

function inUtc({ component, start, startDate, endDate }: Happening, original: string[], zone: string) {
  const timeOf = timeWriter(start)
  const span = spanOf({ startDate, endDate }, zone)
  const end = start.isDay ? timeOf(later(endDate, 1)) : span.end && timeOf(endDate, span.end)
  const part = (names: string[], ...lines: string[]): Part => ({ names, isSame: false, lines })
  return composed(component, [
    part(['DTSTART'], `DTSTART${timeOf(startDate, span.start)}`),
    part(['DTEND', 'DURATION'], ...(end ? [`DTEND${end}`] : [])),
    part(['RECURRENCE-ID'], ...original),
    part(['RRULE', 'EXDATE']),
  ])
}

/** Whole days and floating times stay what they are. */
const timeWriter =
  ({ isDay, zone }: Moment) =>
  (wallClock: string, instant?: Date) => {
    if (isDay) return `;VALUE=DATE:${dayText(wallClock)}`
    return `:${zone && instant ? utcText(instant) : `${wallClock.replace(/[-:]/g, '')}00`}`
  }

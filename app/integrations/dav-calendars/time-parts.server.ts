import { timeProperties } from '~/events/calendar/ical-series.server'
import type { Event } from '~/events/events/event-input.server'
import { movedStarts } from '~/events/repeats/moved-rule.server'
import { later } from '~/events/repeats/occurrences'
import { untilTime } from '~/events/repeats/repeat'
import type { ReadObject, ReadOccurrence, StoredEvent } from './calendar-object'
import type { Part } from './composed.server'
import { firstOf } from './content-lines.server'
import { dayText, dayWriter, ownWriter, sentWriter, type Writer } from './moments.server'

type Read = Partial<ReadObject>

/** Finds what the client has sent for an occurrence, also if the series was moved since. */
export function foundBy(event: StoredEvent, { master, occurrences = [] }: Read, { isSame }: Clock) {
  const starts = occurrences.map(({ occurrence }) => occurrence)
  const before = master && { startDate: master.startDate, repeat: master.repeat ?? '' }
  const after = { startDate: event.startDate, repeat: event.repeat ?? '' }
  const isMoved = !isSame && before?.repeat && after.repeat && starts.length > 0
  const moved = isMoved ? movedStarts(before, after, starts) : new Map(starts.map((start) => [start, start]))
  return (start: string) => occurrences.find((one) => !one.isCancelled && moved.get(one.occurrence) === start)
}

/**
 * Whether the times of the first start are still those that the client has sent, and how starts are
 * written.
 */
type Clock = { isSame: boolean; writer: Writer }

export function clockOf(event: StoredEvent, master: ReadObject['master'] | undefined, zone: string): Clock {
  const property = master && firstOf(master.component, 'DTSTART')
  const isSame = master !== undefined && hasSameTimes(event, master) && keepsDays(event, master)
  if (property && isSame) return { isSame, writer: sentWriter(master.start, property, zone) }
  return { isSame: false, writer: isWholeDays(event) ? dayWriter : ownWriter(zone) }
}

type Times = Pick<Event, 'startDate' | 'endDate'>
const hasSameTimes = (one: Times, other: Times) =>
  one.startDate === other.startDate && one.endDate === other.endDate

/** A rule that was changed names the days of the owner, which in the zone of the client may be others. */
const keepsDays = ({ repeat, startDate }: StoredEvent, master: ReadObject['master']) =>
  repeat === master.repeat || startDate.slice(0, 10) === master.start.local.slice(0, 10)

const isWholeDays = ({ startDate, endDate }: Times) =>
  startDate.endsWith('T00:00') && endDate.endsWith('T23:59')

const timesPart = (event: Times, isSame: boolean, zone: string, isSeries = false): Part => ({
  names: ['DTSTART', 'DTEND', 'DURATION'],
  isSame,
  lines: isWholeDays(event)
    ? [
        `DTSTART;VALUE=DATE:${dayText(event.startDate)}`,
        `DTEND;VALUE=DATE:${dayText(later(event.endDate, 1))}`,
      ]
    : timeProperties(event, zone, isSeries),
})

export function seriesParts(
  event: StoredEvent,
  read: Read,
  clock: Clock,
  cancelled: ReadOccurrence[],
  zone: string,
): Part[] {
  const { master, occurrences = [] } = read
  const { isSame, writer } = clock
  const apart = [...event.takenOut, ...cancelled].map(({ occurrence }) => occurrence)
  const left = event.skipped.filter((start) => !apart.includes(start))
  const sentApart = occurrences.map(({ occurrence }) => occurrence)
  const leftBefore = (master?.skipped ?? []).filter((start) => !sentApart.includes(start))
  const until = (_: string, until: string) => `UNTIL=${writer.untilText(untilTime(until))}`
  const ruleLines = (repeat: string | null | undefined) =>
    repeat ? [`RRULE:${repeat.replace(/UNTIL=(\w+)/, until)}`] : []
  const rule = ruleLines(event.repeat)
  return [
    timesPart(event, isSame, zone, event.repeat !== null),
    {
      names: ['RRULE'],
      isSame: isSame && rule.join() === ruleLines(master?.repeat).join(),
      lines: rule,
    },
    {
      names: ['EXDATE'],
      isSame: isSame && left.join() === leftBefore.join(),
      lines: left.map((start) => writer.text('EXDATE', start)),
    },
  ]
}

type TakenOut = StoredEvent['takenOut'][number]
export const takenOutParts = (
  one: TakenOut,
  found: ReadOccurrence | undefined,
  { isSame, writer }: Clock,
  zone: string,
) => [
  {
    names: ['RECURRENCE-ID'],
    isSame: isSame && found !== undefined,
    lines: [writer.text('RECURRENCE-ID', one.occurrence ?? '')],
  },
  timesPart(one, found !== undefined && hasSameTimes(one, found), zone),
]

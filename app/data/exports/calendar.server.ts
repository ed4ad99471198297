import { setImmediate } from 'node:timers/promises'
import ical, { type ICalEventData } from 'ical-generator'
import { clock } from '~/base/db/clock.server'
import {
  firstDayOf,
  printable,
  spanOf,
  uidOf,
  withLastLineEnd,
  yearlyRule,
} from '~/events/calendar/ical.server'
import { escapeText, linesOf } from '~/events/calendar/ical-lines.server'
import { seriesProperties, takenOutProperties, zoneBlock } from '~/events/calendar/ical-series.server'
import { utcText } from '~/events/calendar/utc-times.server'
import { fullName } from '~/people/buds/bud'
import { findSettings } from '~/planning/reminders/settings.server'
import {
  budPages,
  circlePages,
  type ExportedBud,
  type ExportedCircle,
  type ExportedEvent,
  eventPages,
  hasSeries,
} from './records.server'

/** A few milliseconds of work. */
const entriesAtOnce = 20

/** The events, the dates of buds and the milestones of circles as a calendar (RFC 5545). */
export async function* writeCalendar(ownerId: string) {
  const { settings } = await findSettings(ownerId)
  const stamp = clock.now()
  const [start, end] = withoutEntries(ical(calendar).toString())
  yield start
  const zone = zoneBlock(settings.timeZone)
  if (zone && (await hasSeries(ownerId))) yield zone
  for await (const entries of entryPages(ownerId, settings.timeZone, stamp))
    for (let n = 0; n < entries.length; n += entriesAtOnce) {
      const some = entries.slice(n, n + entriesAtOnce)
      const events = some.flatMap((entry) => (Array.isArray(entry) ? [] : [{ ...entry, stamp }]))
      yield ical({ ...calendar, events })
        .toString()
        .slice(start.length, -end.length)
      yield some.flatMap((entry) => (Array.isArray(entry) ? linesOf(entry) : [])).join('')
      await setImmediate()
    }
  yield withLastLineEnd(end)
}

const calendar = { name: 'Budkeeper', prodId: '//Budkeeper//Export//EN' }

/** The lines of an empty calendar before and after its entries. */
function withoutEntries(empty: string) {
  const end = empty.lastIndexOf('END:VCALENDAR')
  return [empty.slice(0, end), empty.slice(end)] as const
}

/** The entries, those of series as lines: `ical-generator` moves a start that the clocks of the zone skip. */
async function* entryPages(
  ownerId: string,
  zone: string,
  stamp: Date,
): AsyncGenerator<(ICalEventData | string[])[]> {
  for await (const page of eventPages(ownerId))
    yield page.map((event) =>
      event.repeat || event.isTakenOut ? zonedEntry(event, zone, stamp) : eventEntry(event, zone),
    )
  for await (const page of budPages(ownerId)) yield page.flatMap(dateEntries)
  for await (const page of circlePages(ownerId)) yield page.flatMap(milestoneEntries)
}

type EventFacts = Pick<ExportedEvent, '_id' | 'Name' | 'Location' | 'Description' | 'startDate' | 'endDate'>

/** A calendar with one event. */
export const calendarOfEvent = (event: EventFacts, zone: string) =>
  withLastLineEnd(ical({ ...calendar, events: [{ ...factsOf(event, zone), stamp: clock.now() }] }).toString())

const eventEntry = (event: ExportedEvent, zone: string): ICalEventData => ({
  ...factsOf(event, zone),
  categories: [{ name: event.Eventtype }],
})

/** A series, or what was taken out of one. */
const zonedEntry = (event: ExportedEvent, zone: string, stamp: Date) => [
  'BEGIN:VEVENT',
  `UID:${uidOf((event.isTakenOut && event.series) || event._id)}`,
  `DTSTAMP:${utcText(stamp)}`,
  ...(event.isTakenOut ? takenOutProperties(event, zone) : seriesProperties(event, event.replaced, zone)),
  `SUMMARY:${escapeText(event.Name)}`,
  `LOCATION:${escapeText(event.Location)}`,
  ...(event.Description ? [`DESCRIPTION:${escapeText(event.Description)}`] : []),
  `CATEGORIES:${event.Eventtype}`,
  'END:VEVENT',
]

const factsOf = (event: EventFacts, zone: string): ICalEventData => ({
  id: uidOf(event._id),
  ...spanOf(event, zone),
  summary: printable(event.Name),
  location: printable(event.Location),
  description: printable(event.Description),
})

/** A date is one entry with a yearly rule. */
function dateEntries({ dates, ...bud }: ExportedBud): ICalEventData[] {
  return dates.map((date, n) => ({
    id: uidOf(`${bud._id}-${n + 1}`),
    start: new Date(firstDayOf(date)),
    allDay: true,
    repeating: `RRULE:${yearlyRule(date)}`,
    summary: printable(`${fullName(bud)}: ${date.label}`),
  }))
}

function milestoneEntries({ _id, Name, milestones }: ExportedCircle): ICalEventData[] {
  return milestones
    .filter(({ date }) => date !== '')
    .map(({ id, date, description }) => ({
      id: uidOf(`${_id}-${id}`),
      start: new Date(date),
      allDay: true,
      summary: printable([Name, description].filter(Boolean).join(': ')),
    }))
}

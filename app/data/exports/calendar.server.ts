import { setImmediate } from 'node:timers/promises'
import ical, { type ICalEventData } from 'ical-generator'
import { clock } from '~/base/db/clock.server'
import {
  firstDayOf,
  instantOf,
  printable,
  spanOf,
  uidOf,
  withLastLineEnd,
  yearlyRule,
} from '~/events/calendar/ical.server'
import { ruleLines, zoneBlock } from '~/events/calendar/ical-series.server'
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
  for await (const entries of entryPages(ownerId, settings.timeZone))
    for (let n = 0; n < entries.length; n += entriesAtOnce) {
      const events = entries.slice(n, n + entriesAtOnce).map((entry) => ({ ...entry, stamp }))
      yield ical({ ...calendar, events })
        .toString()
        .slice(start.length, -end.length)
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

async function* entryPages(ownerId: string, zone: string) {
  for await (const page of eventPages(ownerId)) yield page.map((event) => eventEntry(event, zone))
  for await (const page of budPages(ownerId)) yield page.flatMap(dateEntries)
  for await (const page of circlePages(ownerId)) yield page.flatMap(milestoneEntries)
}

type EventFacts = Pick<ExportedEvent, '_id' | 'Name' | 'Location' | 'Description' | 'startDate' | 'endDate'>

/** A calendar with one event. */
export const calendarOfEvent = (event: EventFacts, zone: string) =>
  withLastLineEnd(ical({ ...calendar, events: [{ ...factsOf(event, zone), stamp: clock.now() }] }).toString())

const eventEntry = (event: ExportedEvent, zone: string): ICalEventData => ({
  ...factsOf(event, zone),
  ...(event.repeat && seriesFacts({ ...event, repeat: event.repeat }, zone)),
  ...(event.isTakenOut && takenOutFacts(event, zone)),
  categories: [{ name: event.Eventtype }],
})

type Times = Pick<ExportedEvent, 'startDate' | 'endDate'>

/** The times of a series and of what was taken out of it stay the same on the clock of the zone. */
const zonedTimes = ({ startDate, endDate }: Times, zone: string): Partial<ICalEventData> => ({
  start: timeOf(startDate, zone),
  end: endDate > startDate ? timeOf(endDate, zone) : null,
  ...(zoneBlock(zone) && { timezone: zone }),
})

/** A time for `ical-generator`. One that the clocks skip is written as it is, which no date of luxon can be. */
function timeOf(time: string, zone: string) {
  if (!zoneBlock(zone)) return instantOf(time, zone)
  const [day = '', hours = ''] = time.replace(/[-:]/g, '').split('T')
  return {
    format: (pattern?: string) => (pattern === 'YYYYMMDD' ? day : `${hours}00`),
    isValid: () => true,
    toDate: () => new Date(`${time}Z`),
    toJSON: () => time,
  }
}

const seriesFacts = (event: ExportedEvent & { repeat: string }, zone: string): Partial<ICalEventData> => ({
  ...zonedTimes(event, zone),
  repeating: ruleLines(event.repeat, event.skipped, event.replaced, zone).join('\r\n'),
})

const takenOutFacts = (event: ExportedEvent, zone: string): Partial<ICalEventData> => ({
  ...zonedTimes(event, zone),
  id: uidOf(event.series ?? ''),
  recurrenceId: timeOf(event.occurrence ?? '', zone),
})

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

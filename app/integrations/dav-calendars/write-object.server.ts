import { uidOf } from '~/events/calendar/ical.server'
import { zoneBlock } from '~/events/calendar/ical-series.server'
import { DavError } from '~/integrations/dav/collection.server'
import type { ReadObject, ReadOccurrence, StoredEvent } from './calendar-object'
import { composed, type Part, revisionOf, textParts } from './composed.server'
import { type Component, firstOf, readComponent, readProperty, writeComponent } from './content-lines.server'
import { readCalendarObject } from './read-object.server'
import { clockOf, foundBy, seriesParts, takenOutParts } from './time-parts.server'

/**
 * The calendar object of an event. What a client has sent stays as it is where it still says what the
 * fields do; a field that was changed is written anew.
 */
export function writeCalendarObject(event: StoredEvent, zone: string) {
  const { object } = event
  if (!object?.content) return writeComponent(withZone(newCalendar(event, zone), zone))
  const read = readStored(object.content, zone)
  const calendar = composedCalendar(event, read, zone)
  const isAsSent = calendar === read.calendar
  return isAsSent ? object.content : writeComponent(withZone(calendar, zone))
}

/**
 * The times of an object may not be readable in another zone of the owner, or by a later version. Then
 * they are written anew.
 */
function readStored(content: string, zone: string): Read {
  try {
    return readCalendarObject(content, zone)
  } catch (error) {
    if (!(error instanceof DavError)) throw error
    return { calendar: readComponent(content) }
  }
}

type Read = Pick<ReadObject, 'calendar'> & Partial<ReadObject>

function newCalendar(event: StoredEvent, zone: string) {
  const properties = ['VERSION:2.0', 'PRODID:-//Budkeeper//Sync//EN'].map(readProperty)
  return composedCalendar(event, { calendar: { name: 'VCALENDAR', properties, components: [] } }, zone)
}

function composedCalendar(event: StoredEvent, read: Read, zone: string): Component {
  const { calendar, master, occurrences = [] } = read
  const [before, others] = [true, false].map((isEvent) =>
    calendar.components.filter(({ name }) => (name === 'VEVENT') === isEvent),
  ) as [Component[], Component[]]
  const clock = clockOf(event, master, zone)
  const cancelled = clock.isSame ? occurrences.filter((one) => isStillCancelled(event, one)) : []
  const sent = master?.component ?? before[0]
  const uid = uidPart(event, sent)
  const parts = [uid, ...seriesParts(event, read, clock, cancelled, zone)]
  const series = sent ? revised(sent, [...parts, ...textParts(sent, event, master)]) : newEvent(event, parts)
  const replacedBy = foundBy(event, read, clock)
  const takenOut = event.takenOut.map((one) => {
    const found = replacedBy(one.occurrence ?? '')
    const parts = [uid, ...takenOutParts(one, found, clock, zone)]
    if (found) return revised(found.component, [...parts, ...textParts(found.component, one, found)])
    const like = withoutRule(series)
    return composed(like, [...parts, ...textParts(like, one, event)])
  })
  const events = [series, ...takenOut, ...cancelled.map(({ component }) => composed(component, [uid]))]
  const isAsSent = before.length === events.length && events.every((component) => before.includes(component))
  return isAsSent ? calendar : { ...calendar, components: [...others, ...events] }
}

function revised(component: Component, parts: Part[]) {
  const written = composed(component, parts)
  return written === component ? component : composed(written, revisionOf(component))
}

function newEvent(event: StoredEvent, parts: Part[]) {
  const component = { name: 'VEVENT', properties: [readProperty(`DTSTAMP:${event.stamp}`)], components: [] }
  return composed(component, [...parts, ...textParts(component, event, undefined)])
}

/** An occurrence that was changed by itself on the web is like its series, with the alarms of that. */
const withoutRule = (series: Component): Component => ({
  ...series,
  properties: series.properties.filter(({ name }) => name !== 'RRULE' && name !== 'EXDATE'),
})

const isStillCancelled = ({ skipped, takenOut }: StoredEvent, { isCancelled, occurrence }: ReadOccurrence) =>
  isCancelled && skipped.includes(occurrence) && !takenOut.some((one) => one.occurrence === occurrence)

/** Another record may have the UID of the client by now. */
function uidPart({ object, _id }: StoredEvent, sent: Component | undefined): Part {
  const uid = object?.uid || uidOf(_id)
  return {
    names: ['UID'],
    isSame: sent !== undefined && firstOf(sent, 'UID')?.value.trim() === uid,
    lines: [`UID:${uid}`],
  }
}

/** The component of the owner's zone, if times refer to it and the client has sent none. */
function withZone(calendar: Component, zone: string): Component {
  const { components } = calendar
  const isUsed = components.some(
    ({ name, properties }) =>
      name === 'VEVENT' && properties.some(({ params }) => params.get('TZID') === zone),
  )
  const isThere = components.some(
    ({ name, properties }) => name === 'VTIMEZONE' && properties.some(({ value }) => value === zone),
  )
  const block = isUsed && !isThere && zoneBlock(zone)
  return block ? { ...calendar, components: [readComponent(block), ...components] } : calendar
}

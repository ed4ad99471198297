import { isVisible } from '~/base/forms/rules'
import { eventtypes } from '~/events/events/event'
import { sentTexts } from '~/events/events/event-input.server'
import { skippedLimit, tooManySkipped } from '~/events/repeats/repeat-rule.server'
import { DavError } from '~/integrations/dav/collection.server'
import type { ReadEvent, ReadObject, ReadOccurrence } from './calendar-object'
import {
  allOf,
  type Component,
  firstOf,
  invalidData,
  type Property,
  readComponent,
  textOf,
  textsOf,
} from './content-lines.server'
import { type Moment, momentOf, startReader, timesOf } from './moments.server'
import { readRule, readSkipped } from './read-rule.server'
import { type Zones, zonesOf } from './source-zones.server'

export const invalidObject = (message: string) =>
  new DavError(403, 'C:valid-calendar-object-resource', message)

/** What stands for a name that an event does not have. */
const noName = 'Event'

/**
 * Reads a calendar object (RFC 4791, section 4.1): one event, with the occurrences of a series that are
 * not as its rule has them. Times are those of the owner's clocks. Throws `DavError` for what is none, or
 * cannot be stored whole.
 */
export function readCalendarObject(content: string, zone: string): ReadObject {
  const calendar = readComponent(content)
  const events = eventsOf(calendar)
  const zones = zonesOf(calendar)
  const [master, overrides] = mastersOf(events)
  const rule = readRule(master, zones, zone)
  const event = { ...readEvent(master, zones, zone, rule !== null), repeat: null, skipped: [] }
  const uid = firstOf(master, 'UID')?.value.trim() ?? ''
  if (!rule) {
    if (overrides.length > 0) throw invalidObject('The event has times of a series, but does not repeat.')
    return { uid, calendar, master: event, occurrences: [] }
  }
  if (overrides.length > skippedLimit) throw invalidData(tooManySkipped)
  const occurrences = readOccurrences(overrides, event.start, zones, zone)
  const series = { ...event, repeat: rule }
  const skipped = readSkipped(series, occurrences, zones, zone)
  return { uid, calendar, master: { ...series, skipped }, occurrences }
}

function eventsOf(calendar: Component) {
  if (calendar.name !== 'VCALENDAR') throw invalidData('This is no calendar.')
  if (firstOf(calendar, 'METHOD')) throw invalidObject('A stored event has no METHOD.')
  const parts = calendar.components.filter(({ name }) => name !== 'VTIMEZONE')
  const other = parts.find(({ name }) => name !== 'VEVENT')
  if (other)
    throw new DavError(403, 'C:supported-calendar-component', `${other.name} cannot be stored, only events.`)
  const uids = new Set(parts.map((part) => firstOf(part, 'UID')?.value.trim() ?? ''))
  if (uids.size !== 1 || uids.has('')) throw invalidObject('A resource has exactly one event, with a UID.')
  for (const part of parts)
    for (const name of [
      'UID',
      'DTSTART',
      'DTEND',
      'DURATION',
      'RECURRENCE-ID',
      'SUMMARY',
      'DESCRIPTION',
      'LOCATION',
    ])
      if (allOf(part, name).length > 1) throw invalidData(`The event has ${name} twice.`)
  return parts
}

/**
 * The event that repeats or happens once, and changed occurrences. An invitation to one of a series
 * comes without that series.
 */
function mastersOf(events: Component[]): [Component, Component[]] {
  const isOverride = (event: Component) => firstOf(event, 'RECURRENCE-ID') !== undefined
  const [master, ...others] = events.filter((event) => !isOverride(event))
  const overrides = events.filter(isOverride)
  if (others.length > 0) throw invalidObject('A resource has exactly one event.')
  if (master) return [master, overrides]
  const [only, ...more] = overrides
  if (!only || more.length > 0) throw invalidObject('The series of these times is missing.')
  return [only, []]
}

function readEvent(component: Component, zones: Zones, zone: string, isSeries = false): ReadEvent {
  const { start, ...times } = timesOf(component, zones, zone, isSeries)
  return { component, start, ...textFields(component), Eventtype: typeOf(component), ...times }
}

function textFields(component: Component) {
  const { data, error } = sentTexts.safeParse({
    Name: textOf(firstOf(component, 'SUMMARY')),
    Location: textOf(firstOf(component, 'LOCATION')),
    Description: textOf(firstOf(component, 'DESCRIPTION')),
  })
  if (!data) throw invalidData(error.issues[0]?.message ?? '')
  return { ...data, Name: isVisible(data.Name) ? data.Name : noName }
}

export const typeOfText = (text: string) =>
  eventtypes.find((type) => type.toLowerCase() === text.toLowerCase())

function typeOf(component: Component) {
  const categories = allOf(component, 'CATEGORIES').flatMap(textsOf)
  if (categories.length === 0) return
  const types = categories.map(({ value }) => typeOfText(value))
  return types.find((type) => type !== undefined) ?? 'Other'
}

function readOccurrences(
  overrides: Component[],
  first: Moment,
  zones: Zones,
  zone: string,
): ReadOccurrence[] {
  const { startOf } = startReader(first, zone, zones)
  const read = overrides.map((component) => {
    const id = firstOf(component, 'RECURRENCE-ID') as Property
    if (id.params.has('RANGE')) throw invalidObject('A change of all following times is sent as a series.')
    if (firstOf(component, 'RRULE') || firstOf(component, 'RDATE'))
      throw invalidObject('One time of a series does not repeat itself.')
    return {
      ...readEvent(component, zones, zone),
      occurrence: startOf(momentOf(id.value, id.params, zones)),
      isCancelled: firstOf(component, 'STATUS')?.value.trim().toUpperCase() === 'CANCELLED',
    }
  })
  if (new Set(read.map(({ occurrence }) => occurrence)).size < read.length)
    throw invalidObject('Two changes are for the same time of the series.')
  return read.sort((a, b) => (a.occurrence < b.occurrence ? -1 : 1))
}

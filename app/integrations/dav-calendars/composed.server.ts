import { escapeText } from '~/events/calendar/ical-lines.server'
import { utcText } from '~/events/calendar/utc-times.server'
import type { EventInput } from '~/events/events/event-input.server'
import type { ReadFields } from './calendar-object'
import { allOf, type Component, firstOf, type Property, readProperty, textsOf } from './content-lines.server'
import { typeOfText } from './read-object.server'

/**
 * Properties of a component that stand for one field. If the client's say the same as the field, they
 * stay.
 */
export type Part = { names: string[]; isSame: boolean; lines: string[] }

/** A component whose parts that are not the same are written anew. All others stay as they were sent. */
export function composed(component: Component, parts: Part[]): Component {
  const changed = parts.filter(({ isSame }) => !isSame)
  if (changed.length === 0) return component
  return { ...component, properties: changed.reduce(replaced, component.properties) }
}

function replaced(properties: Property[], { names, lines }: Part) {
  const isOther = ({ name }: Property) => !names.includes(name)
  const first = properties.findIndex((property) => !isOther(property))
  const place = first < 0 ? properties.length : properties.slice(0, first).filter(isOther).length
  return properties.filter(isOther).toSpliced(place, 0, ...lines.map(readProperty))
}

type Texts = Required<Pick<ReadFields, 'Name' | 'Location' | 'Description' | 'Eventtype'>>

/**
 * `read` is what the component says. Undefined if nobody knows. What other programs show in place of a
 * text goes with it.
 */
export function textParts(component: Component, stored: Texts, read: ReadFields | undefined): Part[] {
  const { Name, Location, Description, Eventtype } = stored
  const part = (
    name: string,
    text: string,
    readText: string | undefined,
    alternative: string[] = [],
  ): Part => ({
    names: [name, ...alternative],
    isSame: read ? text === readText : text === '' && !firstOf(component, name),
    lines: text ? [`${name}:${escapeText(text)}`] : [],
  })
  const type = {
    names: ['CATEGORIES'],
    isSame: read
      ? Eventtype === (read.Eventtype ?? 'Other')
      : Eventtype === 'Other' && !firstOf(component, 'CATEGORIES'),
    lines: [categoryLine(component, Eventtype)],
  }
  return [
    part('SUMMARY', Name, read?.Name),
    part('LOCATION', Location, read?.Location, isNamedIn(Location, component) ? [] : [position]),
    part('DESCRIPTION', Description, read?.Description, ['X-ALT-DESC']),
    type,
  ]
}

const position = 'X-APPLE-STRUCTURED-LOCATION'

/** Whether a place that was changed still names what its position is of. */
function isNamedIn(place: string, component: Component) {
  const title = firstOf(component, position)?.params.get('X-TITLE')
  return title !== undefined && title !== '' && place.toLowerCase().includes(title.toLowerCase())
}

/** Other categories of the client stay beside the type. */
function categoryLine(component: Component, Eventtype: EventInput['Eventtype']) {
  const others = allOf(component, 'CATEGORIES')
    .flatMap(textsOf)
    .filter(({ value }) => !typeOfText(value))
    .map(({ text }) => text)
  const isNeeded = Eventtype !== 'Other' || others.length === 0
  return `CATEGORIES:${[...(isNeeded ? [Eventtype] : []), ...others].join(',')}`
}

/** Tells clients that an event has changed. A second more than the client's is the same at each reading. */
export function revisionOf(component: Component): Part[] {
  const number = Number(firstOf(component, 'SEQUENCE')?.value ?? 0)
  const stamps = ['DTSTAMP', 'LAST-MODIFIED'].flatMap((name) => {
    const property = firstOf(component, name)
    const stamp = property && laterStamp(property.value)
    return stamp ? [{ names: [name], isSame: false, lines: [`${name}:${stamp}`] }] : []
  })
  const sequence = Number.isSafeInteger(number) ? number + 1 : 1
  return [{ names: ['SEQUENCE'], isSame: false, lines: [`SEQUENCE:${sequence}`] }, ...stamps]
}

function laterStamp(value: string) {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(value) ?? []
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number)
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second + 1))
  return parts.length > 0 && year < 9_999 ? utcText(time) : undefined
}

import { line } from '~/events/calendar/ical-lines.server'
import { DavError } from '~/integrations/dav/collection.server'

/** A property of iCalendar. `text` is its line as it was sent, without folds. */
export type Property = { name: string; params: Map<string, string>; value: string; text: string }
export type Component = { name: string; properties: Property[]; components: Component[] }

/** An alarm within an event within a calendar is at depth 3. */
const deepest = 8

export const invalidData = (message: string) => new DavError(403, 'C:valid-calendar-data', message)

/**
 * The text of a calendar object. What neither its lines (RFC 5545, section 3.1) nor XML may contain is
 * left out.
 */
export function decodeObject(content: Buffer) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content)
    return text.replace(/(?![\t\r\n])\p{Cc}|[\ufffe\uffff]/gu, '')
  } catch {
    throw invalidData('The event is not text in UTF-8.')
  }
}

/** The component that a text consists of. Throws `DavError` for a text that is no component. */
export function readComponent(text: string): Component {
  const root: Component = { name: '', properties: [], components: [] }
  const open = [root]
  for (const content of unfolded(text)) {
    const property = readProperty(content)
    const name = property.value.trim().toUpperCase()
    const current = open.at(-1) ?? root
    if (property.name === 'BEGIN') {
      const component = { name, properties: [], components: [] }
      current.components.push(component)
      if (open.push(component) > deepest)
        throw invalidData('The components of the event are nested too deep.')
    } else if (property.name === 'END') {
      if (open.length === 1 || current.name !== name) throw invalidData(`END:${name} has no BEGIN.`)
      open.pop()
    } else current.properties.push(property)
  }
  const [component, ...others] = root.components
  if (!component || others.length > 0 || root.properties.length > 0 || open.length > 1)
    throw invalidData('The event is not one complete calendar.')
  return component
}

const unfolded = (text: string) =>
  text
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r\n|\n|\r/)
    .filter((content) => content.trim() !== '')

export function readProperty(text: string): Property {
  const colon = indexOutsideQuotes(text, ':')
  const [name = '', ...params] = splitOutsideQuotes(text.slice(0, Math.max(colon, 0)), ';')
  if (!/^[A-Za-z0-9-]+$/.test(name)) throw invalidData(`This is no line of a calendar: ${text.slice(0, 50)}`)
  return {
    name: name.toUpperCase(),
    params: new Map(
      params.map((param) => {
        const [name = '', ...value] = param.split('=')
        return [name.toUpperCase(), value.join('=').replace(/^"(.*)"$/, '$1')]
      }),
    ),
    value: text.slice(colon + 1),
    text,
  }
}

/** The end of a quoted text that does not end is the end of the line. */
function indexOutsideQuotes(text: string, separator: string, from = 0) {
  let isQuoted = false
  for (let n = from; n < text.length; n += 1) {
    if (text[n] === '"') isQuoted = !isQuoted
    else if (text[n] === separator && !isQuoted) return n
  }
  return -1
}

function splitOutsideQuotes(text: string, separator: string) {
  const parts = []
  let start = 0
  for (let end = 0; end >= 0; start = end + 1) {
    end = indexOutsideQuotes(text, separator, start)
    parts.push(text.slice(start, end < 0 ? undefined : end))
    if (end < 0) break
  }
  return parts
}

export const writeComponent = ({ name, properties, components }: Component): string =>
  line(`BEGIN:${name}`) +
  properties.map(({ text }) => line(text)).join('') +
  components.map(writeComponent).join('') +
  line(`END:${name}`)

export const allOf = ({ properties }: Component, name: string) =>
  properties.filter((property) => property.name === name)

export const firstOf = (component: Component, name: string) =>
  component.properties.find((property) => property.name === name)

/** The text of a value (RFC 5545, section 3.3.11). */
export const textOf = (property: Property | undefined) => unescapeText(property?.value ?? '')

const unescapeText = (value: string) =>
  value.replace(/\\([nN\\;,:"])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character))

/** The texts of a list. A backslash keeps the comma behind it. */
export const textsOf = ({ value }: Property) =>
  (value.match(/(?:\\.|[^\\,])+/gs) ?? []).map((text) => ({ text, value: unescapeText(text).trim() }))

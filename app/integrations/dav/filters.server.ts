import { type ContentLine, linesOf } from './content-lines.server'
import { textMatch, unsupported } from './text-match.server'
import { childOf, type XmlElement } from './xml-reader.server'

type Prefix = 'C' | 'CARD'
type LinesTest = (lines: ContentLine[]) => boolean
type LineTest = (line: ContentLine) => boolean

/** What a query finds. */
export type Query = {
  /** Undefined: every resource, within `range`. */
  test?: (content: string) => boolean
  range?: { from: Date | null; to: Date | null }
  /** Whether nothing can be found, such as tasks. */
  isEmpty?: boolean
}

/** The filter of an `addressbook-query` (RFC 6352, section 10.5). */
export function cardFilter(filter: XmlElement | undefined): Query {
  const tests = (filter?.children ?? []).map((child) => propFilter(child, 'CARD'))
  if (!filter || tests.length === 0) return {}
  const test = combine(tests, filter)
  return { test: (content) => linesOf(content, 'VCARD').some(test) }
}

/** The filter of a `calendar-query` (RFC 4791, section 9.7). */
export function calendarFilter(filter: XmlElement | undefined): Query {
  const [calendar, ...others] = filter?.children ?? []
  if (calendar?.name !== 'C:comp-filter' || nameIn(calendar, 'C') !== 'VCALENDAR' || others.length > 0)
    throw unsupported('C')
  const queries = calendar.children.map((child) => componentFilter(child))
  if (queries.filter(({ range }) => range).length > 1) throw unsupported('C')
  const tests = queries.flatMap(({ test }) => test ?? [])
  return {
    ...Object.assign({}, ...queries),
    isEmpty: queries.some(({ isEmpty }) => isEmpty),
    ...(tests.length > 0 && { test: (content: string) => tests.every((test) => test(content)) }),
  }
}

function componentFilter(component: XmlElement): Query {
  if (component.name === 'C:is-not-defined') return { isEmpty: true }
  if (component.name !== 'C:comp-filter') throw unsupported('C')
  const isEvent = nameIn(component, 'C') === 'VEVENT'
  const isAbsent = childOf(component, 'C:is-not-defined') !== undefined
  if (!isEvent || isAbsent) return { isEmpty: isEvent === isAbsent }
  const range = childOf(component, 'C:time-range')
  const tests = component.children.filter((child) => child !== range).map((child) => propFilter(child, 'C'))
  const test = (content: string) =>
    linesOf(content, 'VEVENT').some((lines) => tests.every((test) => test(lines)))
  return { ...(range && { range: rangeOf(range) }), ...(tests.length > 0 && { test }) }
}

const instant = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

export function rangeOf({ attributes }: XmlElement) {
  const [from, to] = ['start', 'end'].map((name) => {
    const text = attributes.get(name)
    if (text === undefined) return null
    const date = new Date(text.replace(instant, '$1-$2-$3T$4:$5:$6Z'))
    if (!instant.test(text) || Number.isNaN(date.getTime())) throw unsupported('C')
    return date
  })
  if (!from && !to) throw unsupported('C')
  return { from: from ?? null, to: to ?? null }
}

/** The tests of a property, of which all count in a calendar, and by the attribute `test` in a card. */
function propFilter(filter: XmlElement, prefix: Prefix): LinesTest {
  if (filter.name !== `${prefix}:prop-filter`) throw unsupported(prefix)
  const name = nameIn(filter, prefix).replace(/^.*\./, '')
  if (childOf(filter, `${prefix}:is-not-defined`)) return (lines) => lines.every((line) => line.name !== name)
  const tests = filter.children.map((child) => lineTest(child, prefix))
  const test = tests.length === 0 ? () => true : prefix === 'C' ? every(tests) : combine(tests, filter)
  return (lines) => lines.some((line) => line.name === name && test(line))
}

function lineTest(child: XmlElement, prefix: Prefix): LineTest {
  if (child.name === `${prefix}:param-filter`) return paramFilter(child, prefix)
  if (child.name !== `${prefix}:text-match`) throw unsupported(prefix)
  const test = textMatch(child, prefix)
  return ({ value }) => test(value)
}

function paramFilter(filter: XmlElement, prefix: Prefix): LineTest {
  const name = nameIn(filter, prefix)
  if (childOf(filter, `${prefix}:is-not-defined`)) return ({ parameters }) => !parameters.has(name)
  const match = childOf(filter, `${prefix}:text-match`)
  const test = match && textMatch(match, prefix)
  return ({ parameters }) => {
    const value = parameters.get(name)
    return value !== undefined && (test?.(value) ?? true)
  }
}

function nameIn({ attributes }: XmlElement, prefix: Prefix) {
  const name = attributes.get('name')
  if (!name) throw unsupported(prefix)
  return name.toUpperCase()
}

const every =
  <T>(tests: ((value: T) => boolean)[]) =>
  (value: T) =>
    tests.every((test) => test(value))

function combine<T>(tests: ((value: T) => boolean)[], { attributes }: XmlElement) {
  const isAll = attributes.get('test') === 'allof'
  return isAll ? every(tests) : (value: T) => tests.some((test) => test(value))
}

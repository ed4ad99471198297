import { type Collection, DavError } from './collection.server'
import type { DavCall } from './dav-call.server'
import { rangeOf } from './filters.server'
import { multiget } from './multiget.server'
import { pathOfTarget } from './properties.server'
import { readAsked, responseOf } from './propstat.server'
import { query } from './queries.server'
import type { Report } from './report.server'
import { syncCollection } from './sync-collection.server'
import { nameOf, namespaces } from './xml-names'
import { childOf, childrenOf, type XmlElement } from './xml-reader.server'

type Responses = AsyncIterable<string>

/** The reports of a collection, and the kind that has them. */
const reports: Record<string, { kind?: Collection['kind']; respond: (report: Report) => Responses }> = {
  'CARD:addressbook-multiget': { kind: 'addressbook', respond: multiget },
  'CARD:addressbook-query': { kind: 'addressbook', respond: query },
  'C:calendar-multiget': { kind: 'calendar', respond: multiget },
  'C:calendar-query': { kind: 'calendar', respond: query },
  'D:sync-collection': { respond: syncCollection },
}

export async function* report(call: DavCall): Responses {
  const root = await call.xml()
  if (!root) throw new DavError(400, undefined, 'The request must have a report')
  const { collection, file } = call
  const known = reports[root.name]
  if (file === undefined && root.name === 'D:expand-property') return yield* expandProperty(call, root)
  if (!known || !collection || file !== undefined || (known.kind ?? collection.kind) !== collection.kind)
    throw new DavError(403, 'D:supported-report', 'The report is not supported here')
  const asked = readAsked(root, call.isBrief)
  const expand = expandIn(root)
  const version = versionIn(root)
  yield* known.respond({ call, collection, root, asked, version, ...(expand && { expand }) })
}

/** The properties of the target alone: what they lead to is not expanded (RFC 3253, section 3.8). */
async function* expandProperty(call: DavCall, root: XmlElement): Responses {
  const names = childrenOf(root, 'D:property').flatMap(({ attributes }) => nameIn(attributes))
  const children = names.map((name) => ({ ...root, name, children: [] }))
  const asked = readAsked({ ...root, children: [{ ...root, name: 'D:prop', children }] }, call.isBrief)
  yield await responseOf(pathOfTarget(call), call, asked)
}

/** The name becomes one of an element in the response. */
function nameIn(attributes: XmlElement['attributes']) {
  const name = attributes.get('name') ?? ''
  return /^[A-Za-z_][\w.-]{0,99}$/.test(name) ? nameOf(attributes.get('namespace') ?? namespaces.D, name) : []
}

const dataIn = (root: XmlElement, name: string) =>
  childrenOf(root, 'D:prop')
    .flatMap(({ children }) => children)
    .find((one) => one.name === name)

/** `expand` of calendar data (RFC 4791, section 9.6.5). */
function expandIn(root: XmlElement) {
  const data = dataIn(root, 'C:calendar-data')
  const expand = data && childOf(data, 'C:expand')
  if (!expand) return
  const { from, to } = rangeOf(expand)
  if (!from || !to || from >= to) throw new DavError(400, undefined, 'An expansion has a start and an end')
  return { from, to }
}

/** Throws 415 for a type or version that the server does not write. */
function versionIn(root: XmlElement) {
  const attributesOf = (name: string) => dataIn(root, name)?.attributes
  const [card, calendar] = [attributesOf('CARD:address-data'), attributesOf('C:calendar-data')]
  const version = card?.get('version') ?? '3.0'
  if (!isType(card, 'text/vcard') || (version !== '3.0' && version !== '4.0'))
    throw new DavError(415, 'CARD:supported-address-data', 'Cards are written as vCard 3.0 and 4.0')
  if (!isType(calendar, 'text/calendar') || (calendar?.get('version') ?? '2.0') !== '2.0')
    throw new DavError(415, 'C:supported-calendar-data', 'Events are written as iCalendar 2.0')
  return version
}

const isType = (attributes: XmlElement['attributes'] | undefined, type: string) =>
  (attributes?.get('content-type') ?? type).toLowerCase() === type

import type { Device } from '~/integrations/devices/device'
import type { Collection, Resource } from './collection.server'
import { collectionPath, homePath, principalPath } from './paths.server'
import { writeSyncToken } from './sync-token.server'
import { element, escapeXml, href } from './xml-writer.server'

/** What properties are asked of. `content` is there where it is read anyway. */
export type Target = {
  device: Device
  /** The URL space begins at the home; a principal has the collections. */
  kind: 'home' | 'principal' | 'collection' | 'resource'
  collection?: Collection
  resource?: Resource & { content?: string }
  state?: Promise<number>
  /** The place of a calendar among those of its user. */
  order?: number
}

/** The XML of a property. Undefined: the target does not have it. */
type Property = (target: Target) => string | undefined | Promise<string | undefined>
type Properties = Record<string, Property>

const empty = (...names: string[]) => names.map((name) => element(name)).join('')
const wrap = (outer: string, inner: string, names: string[]) =>
  names.map((name) => element(outer, element(inner, element(name)))).join('')

const privileges = (names: string[]) => names.map((name) => element('D:privilege', element(name))).join('')
const reading = ['D:read', 'D:read-current-user-privilege-set']
const writing = ['D:write', 'D:write-content', 'D:bind', 'D:unbind']

const privilegesOf = ({ isReadOnly, rename }: Collection) =>
  privileges([...reading, ...(isReadOnly ? [] : writing), ...(rename ? ['D:write-properties'] : [])])

const everywhere: Properties = {
  'D:current-user-principal': ({ device }) => href(principalPath(device)),
  'D:principal-collection-set': () => href(homePath),
}

const home: Properties = {
  ...everywhere,
  'D:resourcetype': () => empty('D:collection'),
  'D:displayname': () => 'Budkeeper',
  'D:current-user-privilege-set': () => privileges(reading),
  'D:supported-report-set': () => reports('D:expand-property'),
}

const reports = (...names: string[]) => wrap('D:supported-report', 'D:report', names)

const principal: Properties = {
  ...home,
  'D:resourcetype': () => empty('D:collection', 'D:principal'),
  'D:owner': ({ device }) => href(principalPath(device)),
  'D:principal-URL': ({ device }) => href(principalPath(device)),
  'CARD:addressbook-home-set': ({ device }) => href(principalPath(device)),
  'C:calendar-home-set': ({ device }) => href(principalPath(device)),
  // No mail address: nobody is invited by this server.
  'C:calendar-user-address-set': ({ device }) => href(principalPath(device)),
}

/** For what only address books, or only calendars have. */
const only =
  (
    kind: Collection['kind'],
    value: (collection: Collection, target: Target) => string | undefined,
  ): Property =>
  (target) =>
    target.collection?.kind === kind ? value(target.collection, target) : undefined

const collations = ['i;ascii-casemap', 'i;unicode-casemap', 'i;octet']
const dataTypes = (name: string, type: string, versions: string[]) =>
  versions.map((version) => `<${name} content-type="${type}" version="${version}"/>`).join('')

const withCollection =
  (value: (collection: Collection, target: Target) => string | undefined | Promise<string>): Property =>
  (target) =>
    target.collection && value(target.collection, target)

const syncToken = withCollection(async (collection, target) => {
  target.state ??= collection.state(target.device)
  return escapeXml(writeSyncToken(target.device, collection, await target.state))
})

const collection: Properties = {
  ...everywhere,
  'D:resourcetype': ({ collection }) =>
    empty('D:collection', collection?.kind === 'calendar' ? 'C:calendar' : 'CARD:addressbook'),
  'D:displayname': withCollection(({ displayName }) => escapeXml(displayName)),
  'D:owner': ({ device }) => href(principalPath(device)),
  'D:current-user-privilege-set': withCollection(privilegesOf),
  'D:supported-report-set': withCollection(({ kind }) => {
    const data = kind === 'calendar' ? 'C:calendar' : 'CARD:addressbook'
    return reports(`${data}-multiget`, `${data}-query`, 'D:sync-collection', 'D:expand-property')
  }),
  'D:sync-token': syncToken,
  'CS:getctag': syncToken,
  'CARD:supported-address-data': only('addressbook', () =>
    dataTypes('CARD:address-data-type', 'text/vcard', ['3.0', '4.0']),
  ),
  'CARD:supported-collation-set': only('addressbook', () =>
    collations.map((name) => element('CARD:supported-collation', name)).join(''),
  ),
  'CARD:max-resource-size': only('addressbook', ({ limit }) => String(limit)),
  'C:supported-calendar-component-set': only('calendar', () => '<C:comp name="VEVENT"/>'),
  'C:supported-calendar-data': only('calendar', () => dataTypes('C:calendar-data', 'text/calendar', ['2.0'])),
  'C:supported-collation-set': only('calendar', () =>
    collations.map((name) => element('C:supported-collation', name)).join(''),
  ),
  'C:max-resource-size': only('calendar', ({ limit }) => String(limit)),
  'A:calendar-color': only('calendar', ({ color }) => color && escapeXml(color)),
  'A:calendar-order': only('calendar', (_, { order }) => (order ? String(order) : undefined)),
}

const content = (kind: Collection['kind']) =>
  only(kind, (_, { resource }) => resource?.content && escapeXml(resource.content))

const resource: Properties = {
  ...everywhere,
  'D:resourcetype': () => '',
  'D:owner': ({ device }) => href(principalPath(device)),
  'D:current-user-privilege-set': withCollection(privilegesOf),
  'D:getetag': ({ resource }) => resource && escapeXml(resource.etag),
  'D:getcontenttype': withCollection(({ type }) => `${type}; charset=utf-8`),
  'D:getcontentlength': ({ resource }) =>
    resource?.content === undefined ? undefined : String(Buffer.byteLength(resource.content)),
  'CARD:address-data': content('addressbook'),
  'C:calendar-data': content('calendar'),
}

export const properties: Record<Target['kind'], Properties> = { home, principal, collection, resource }

/** The properties whose value is the whole resource. `allprop` does not have them. */
export const dataProperties = ['CARD:address-data', 'C:calendar-data']

export const pathOfTarget = ({ device, kind, collection }: Target) =>
  kind === 'home' ? homePath : collection ? collectionPath(device, collection) : principalPath(device)

import { beforeAll, expect, test } from 'vitest'
import { card } from './memory-collection'
import { davServer, declared, refusalOf, responsesOf, xml } from './support'

let server: Awaited<ReturnType<typeof davServer>>

beforeAll(async () => {
  server = await davServer()
  server.buds.store('Ada Lovelace@home.vcf', card('Ada'))
  server.buds.store('b.vcf', card('Ben'))
})

const asked = (...names: string[]) => names.map((name) => `<${name} ${declared}/>`).join('')

test.each(['carddav', 'caldav'])(
  '/.well-known/%s leads to /dav/ with any method, without a sign-in',
  async (name) => {
    for (const method of ['GET', 'HEAD', 'PROPFIND', 'OPTIONS', 'POST', 'REPORT']) {
      const { status, headers } = await server.send(method, `/.well-known/${name}`, { user: null })
      expect([method, status, headers.location]).toEqual([method, 301, '/dav/'])
    }
  },
)

test('OPTIONS tells the methods and what is spoken, without a sign-in', async () => {
  for (const [path, allow] of [
    ['/dav/', 'OPTIONS, PROPFIND, PROPPATCH, REPORT'],
    [server.paths.principal, 'OPTIONS, PROPFIND, PROPPATCH, REPORT'],
    [server.paths.buds, 'OPTIONS, PROPFIND, PROPPATCH, REPORT'],
    [`${server.paths.buds}a.vcf`, 'OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, PROPPATCH, REPORT'],
  ] as const) {
    const { status, headers } = await server.send('OPTIONS', path, { user: null })
    expect([status, headers.allow, headers.dav]).toEqual([200, allow, '1, 3, addressbook, calendar-access'])
  }
})

/** What iOS (dataaccessd), DAVx5 and Thunderbird ask first. */
test('the home leads to the principal, which has the collections of both kinds', async () => {
  const { principal, buds, events, dates } = server.paths
  const home = await server.propfind(
    '/dav/',
    '0',
    asked('D:current-user-principal', 'D:principal-URL', 'D:resourcetype'),
  )
  expect(home.status).toBe(207)
  expect(home.headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(responsesOf(home)).toEqual({
    '/dav/': {
      200: { 'D:current-user-principal': `D:href ${principal}`, 'D:resourcetype': 'D:collection' },
      404: { 'D:principal-URL': '' },
    },
  })
  const names = [
    'CARD:addressbook-home-set',
    'C:calendar-home-set',
    'C:calendar-user-address-set',
    'D:principal-URL',
  ]
  const homes = await server.propfind(
    principal,
    '0',
    asked(...names, 'D:resourcetype', 'CS:email-address-set'),
  )
  expect(responsesOf(homes)).toEqual({
    [principal]: {
      200: {
        ...Object.fromEntries(names.map((name) => [name, `D:href ${principal}`])),
        'D:resourcetype': 'D:collection, D:principal',
      },
      404: { 'CS:email-address-set': '' },
    },
  })
  const collections = await server.propfind(principal, '1', asked('D:resourcetype'))
  expect(Object.keys(responsesOf(collections))).toEqual([principal, buds, events, dates])
  expect(Object.keys(responsesOf(await server.propfind('/dav/', '1', asked('D:resourcetype'))))).toEqual([
    '/dav/',
    principal,
  ])
})

const reportsOf = (kind: string) =>
  [`${kind}-multiget`, `${kind}-query`, 'D:sync-collection', 'D:expand-property']
    .map((name) => `D:supported-report D:report ${name}`)
    .join(', ')
const reading = 'D:privilege D:read, D:privilege D:read-current-user-privilege-set'
const writing = ['write', 'write-content', 'bind', 'unbind'].map((name) => `D:privilege D:${name}`).join(', ')

test('each property of the address book', async () => {
  const { device, paths, propfind, buds } = server
  const token = `data:,${device.ownerId}/buds/2`
  const properties = {
    'D:resourcetype': 'D:collection, CARD:addressbook',
    'D:displayname': 'Buds & <others>',
    'D:current-user-principal': `D:href ${paths.principal}`,
    'D:principal-collection-set': 'D:href /dav/',
    'D:owner': `D:href ${paths.principal}`,
    'D:current-user-privilege-set': `${reading}, ${writing}, D:privilege D:write-properties`,
    'D:supported-report-set': reportsOf('CARD:addressbook'),
    'D:sync-token': token,
    'CS:getctag': token,
    'CARD:supported-address-data': 'CARD:address-data-type, CARD:address-data-type',
    'CARD:supported-collation-set': ['ascii-casemap', 'unicode-casemap', 'octet']
      .map((name) => `CARD:supported-collation i;${name}`)
      .join(', '),
    'CARD:max-resource-size': String(buds.limit),
  }
  // Of calendars, of resources, and of servers that share or push.
  const missing = [
    'C:supported-calendar-component-set',
    'A:calendar-color',
    'D:getetag',
    'D:getcontenttype',
    'D:quota-available-bytes',
    'CS:me-card',
    'D:resource-id',
  ]
  const reply = await propfind(paths.buds, '0', asked(...Object.keys(properties), ...missing))
  expect(responsesOf(reply)).toEqual({
    [paths.buds]: { 200: properties, 404: Object.fromEntries(missing.map((name) => [name, ''])) },
  })
  expect(reply.text).toContain('<CARD:address-data-type content-type="text/vcard" version="4.0"/>')
})

test('each property of a calendar, and which privileges a read-only one lacks', async () => {
  const { paths, propfind, device } = server
  const properties = {
    'D:resourcetype': 'D:collection, C:calendar',
    'D:displayname': 'Events',
    'D:current-user-privilege-set': `${reading}, ${writing}, D:privilege D:write-properties`,
    'D:supported-report-set': reportsOf('C:calendar'),
    'D:sync-token': `data:,${device.ownerId}/events/0`,
    'C:supported-calendar-component-set': 'C:comp',
    'C:supported-calendar-data': 'C:calendar-data',
    'C:max-resource-size': '10000',
    'A:calendar-color': '#1A7F5A',
    'A:calendar-order': '2',
  }
  const reply = await propfind(
    paths.events,
    '0',
    asked(...Object.keys(properties), 'CARD:supported-address-data'),
  )
  expect(responsesOf(reply)[paths.events]).toEqual({
    200: properties,
    404: { 'CARD:supported-address-data': '' },
  })
  expect(reply.text).toContain('<C:comp name="VEVENT"/>')
  const readOnly = await propfind(paths.dates, '0', asked('D:current-user-privilege-set', 'A:calendar-color'))
  expect(responsesOf(readOnly)[paths.dates]).toEqual({
    200: { 'D:current-user-privilege-set': reading },
    404: { 'A:calendar-color': '' },
  })
})

test('a collection of depth 1 has its resources, with encoded paths', async () => {
  const { paths, propfind } = server
  const encoded = `${paths.buds}Ada%20Lovelace%40home.vcf`
  const reply = await propfind(
    paths.buds,
    '1',
    asked('D:getetag', 'D:getcontenttype', 'D:resourcetype', 'D:getcontentlength'),
  )
  const resource = { 'D:getcontenttype': 'text/vcard; charset=utf-8', 'D:resourcetype': '' }
  expect(responsesOf(reply)).toEqual({
    [paths.buds]: {
      200: { 'D:resourcetype': 'D:collection, CARD:addressbook' },
      404: { 'D:getetag': '', 'D:getcontenttype': '', 'D:getcontentlength': '' },
    },
    [encoded]: { 200: { ...resource, 'D:getetag': '"1"' }, 404: { 'D:getcontentlength': '' } },
    [`${paths.buds}b.vcf`]: { 200: { ...resource, 'D:getetag': '"2"' }, 404: { 'D:getcontentlength': '' } },
  })
  const one = await propfind(encoded, '0', asked('D:getetag', 'D:getcontentlength'))
  expect(responsesOf(one)[encoded]).toEqual({
    200: { 'D:getetag': '"1"', 'D:getcontentlength': String(card('Ada').length) },
  })
  expect(refusalOf(await propfind(`${paths.buds}none.vcf`, '0', asked('D:getetag')))).toBe('404 D:error')
})

test.each([
  ['no body', undefined],
  ['allprop', '<D:allprop/>'],
  ['allprop with include', '<D:allprop/><D:include><D:sync-token/></D:include>'],
])('%s has the properties of RFC 4918', async (_, content) => {
  const body = content && xml(`<D:propfind xmlns:D="DAV:">${content}</D:propfind>`)
  const reply = await server.send('PROPFIND', server.paths.buds, {
    headers: { Depth: '0' },
    ...(body && { body }),
  })
  expect(responsesOf(reply)[server.paths.buds]).toEqual({
    200: {
      'D:resourcetype': 'D:collection, CARD:addressbook',
      'D:displayname': 'Buds & <others>',
      ...(content?.includes('include') && { 'D:sync-token': expect.stringMatching(/^data:,/) }),
    },
  })
})

test('propname has the names alone', async () => {
  const body = xml('<propfind xmlns="DAV:"><propname/></propfind>')
  const reply = await server.send('PROPFIND', server.paths.buds, { headers: { Depth: '0' }, body })
  const [names = {}, ...others] = Object.values(responsesOf(reply)[server.paths.buds] ?? {})
  expect(others).toEqual([])
  expect(Object.keys(names)).toContain('CS:getctag')
  expect(new Set(Object.values(names))).toEqual(new Set(['']))
})

/** iOS and macOS send both headers. */
test.each([
  ['Prefer', 'return=minimal'],
  ['Prefer', 'return-minimal'],
  ['Brief', 't'],
])('%s: %s leaves out what does not exist', async (name, value) => {
  const ask = (names: string) =>
    server.send('PROPFIND', server.paths.buds, {
      headers: { Depth: '0', [name]: value },
      body: xml(`<D:propfind ${declared}><D:prop>${names}</D:prop></D:propfind>`),
    })
  expect(responsesOf(await ask('<CS:me-card/><D:owner/>'))[server.paths.buds]).toEqual({
    200: { 'D:owner': `D:href ${server.paths.principal}` },
  })
  expect(responsesOf(await ask('<CS:me-card/>'))[server.paths.buds]).toEqual({ 200: {} })
})

test.each([undefined, 'infinity', '2', '-1', ''])('depth %s is refused', async (depth) => {
  const headers: Record<string, string> = depth === undefined ? {} : { Depth: depth }
  for (const path of ['/dav/', server.paths.principal, server.paths.buds])
    expect(refusalOf(await server.send('PROPFIND', path, { headers }))).toBe(
      '403 D:error D:propfind-finite-depth',
    )
})

test('a property in a foreign namespace, or in none, is missing under its own name', async () => {
  const names = '<x:displayname xmlns:x="urn:x&quot;&lt;"/><displayname xmlns=""/><D:x.y-z xmlns:D="DAV:"/>'
  const { text } = await server.propfind(server.paths.buds, '0', names)
  expect(responsesOf({ status: 207, headers: {}, text })[server.paths.buds]).toEqual({
    404: { '{urn:x"<}:displayname': '', '{null}:displayname': '', 'D:x.y-z': '' },
  })
})

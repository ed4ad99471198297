import { beforeAll, beforeEach, expect, test } from 'vitest'
import { calendarEvent, card } from './memory-collection'
import { davServer, declared, readDocument, refusalOf, responsesOf, syncTokenOf } from './support'

let server: Awaited<ReturnType<typeof davServer>>

beforeAll(async () => {
  server = await davServer()
  const { buds, events } = server
  buds.store('ada.vcf', card('Ada Lovelace', 'item1.EMAIL;TYPE=home:ada@example.com\r\nNOTE:a\\, b\\nc\r\n'))
  buds.store('ben.vcf', card('Ben', 'EMAIL;TYPE="work":ben@work.example\r\n'))
  buds.store('cleo.vcf', card('Cléo Ünder'))
  events.store('dinner.ics', calendarEvent('Dinner', 'BEGIN:VALARM\r\nDESCRIPTION:hidden\r\nEND:VALARM\r\n'))
  events.store('run.ics', calendarEvent('Run'))
})

beforeEach(() => {
  for (const { calls } of [server.buds, server.events]) calls.length = 0
})

const found = (reply: Parameters<typeof responsesOf>[0]) =>
  Object.entries(responsesOf(reply)).map(
    ([path, byStatus]) => `${path.split('/').at(-1)} ${Object.keys(byStatus)}`,
  )

/** As DAVx5, iOS and Thunderbird send it: paths, encoded in their own way, and URLs. */
test('multiget has the content of what it names, and 404 for what is not in the collection', async () => {
  const { paths, buds, report } = server
  const others = [
    `${paths.buds}none.vcf`,
    `${paths.events}dinner.ics`,
    '/dav/019a9f6e-0000-7000-8000-000000000000/buds/ada.vcf',
    `${paths.buds}../buds/ada.vcf`,
    `${paths.buds}%2e%2e/ada.vcf`,
    `${paths.principal.slice(0, -1)}%2Fbuds/ada.vcf`,
    `${paths.buds}%E0%A4%A`,
    'ada.vcf',
    '',
    '&lt;x/&gt;',
  ]
  const own = [
    `${paths.buds}%61da.vcf`,
    `https://other.example${paths.buds}ben.vcf?x#y`,
    `${paths.buds}ada.vcf`,
  ]
  const hrefs = [...own, ...others].map((path) => `<D:href>\n ${path} </D:href>`).join('')
  const reply = await report(
    paths.buds,
    `<CARD:addressbook-multiget ${declared}><D:prop><D:getetag/><CARD:address-data/></D:prop>${hrefs}</CARD:addressbook-multiget>`,
  )
  const responses = responsesOf(reply)
  expect(responses[`${paths.buds}ada.vcf`]?.[200]).toEqual({
    'D:getetag': '"1"',
    'CARD:address-data': buds.rows.get('ada.vcf')?.content,
  })
  expect(Object.keys(responses).length).toBe(2 + others.length)
  for (const path of others)
    expect(responses[path.replace('&lt;', '<').replace('&gt;', '>')], path).toEqual({ 404: {} })
  expect(buds.calls).toEqual(['read 3 3.0'])
})

test.each([
  ['', 'VERSION:3.0'],
  ['content-type="text/vcard" version="4.0"', 'VERSION:4.0'],
  ['content-type="text/vcard" version="3.0"', 'VERSION:3.0'],
  ['version="2.1"', '415 D:error CARD:supported-address-data'],
  ['content-type="application/vcard+json"', '415 D:error CARD:supported-address-data'],
])('address-data %s is %s', async (attributes, expected) => {
  const { paths, report } = server
  const data = `<CARD:address-data ${attributes}><CARD:prop name="FN"/></CARD:address-data>`
  const body = `<CARD:addressbook-multiget ${declared}><D:prop>${data}</D:prop><D:href>${paths.buds}ada.vcf</D:href></CARD:addressbook-multiget>`
  const reply = await report(paths.buds, body)
  if (reply.status === 207) expect(reply.text).toContain(expected)
  else expect(refusalOf(reply)).toBe(expected)
})

test('a calendar is read by multiget too, and has no data of another type', async () => {
  const { paths, report } = server
  const body = (attributes: string) =>
    `<C:calendar-multiget ${declared}><D:prop><C:calendar-data ${attributes}/></D:prop><D:href>${paths.events}run.ics</D:href></C:calendar-multiget>`
  expect(responsesOf(await report(paths.events, body('')))[`${paths.events}run.ics`]?.[200]).toEqual({
    'C:calendar-data': calendarEvent('Run'),
  })
  const refused = await report(paths.events, body('content-type="application/calendar+json"'))
  expect(refusalOf(refused)).toBe('415 D:error C:supported-calendar-data')
})

test('events are expanded in a range, and one with too many occurrences says so', async () => {
  const { paths, report, events } = server
  const body = (attributes: string) =>
    `<C:calendar-multiget ${declared}><D:prop><D:getetag/><C:calendar-data><C:expand ${attributes}/></C:calendar-data></D:prop><D:href>${paths.events}run.ics</D:href></C:calendar-multiget>`
  const year = 'start="20270101T000000Z" end="20280101T000000Z"'
  events.expand = (_device, content, { from, to }) =>
    `${content.length} ${from.toISOString()} ${to.toISOString()}`
  expect(responsesOf(await report(paths.events, body(year)))[`${paths.events}run.ics`]?.[200]).toEqual({
    'D:getetag': '"2"',
    'C:calendar-data': `${calendarEvent('Run').length} 2027-01-01T00:00:00.000Z 2028-01-01T00:00:00.000Z`,
  })
  events.expand = () => null
  const tooMany = await report(paths.events, body(year))
  expect(tooMany.text).toContain('<D:number-of-matches-within-limits/>')
  expect(Object.keys(responsesOf(tooMany)[`${paths.events}run.ics`] ?? {})).toEqual(['507'])
  for (const attributes of ['start="20270101T000000Z"', 'start="20280101T000000Z" end="20270101T000000Z"'])
    expect((await report(paths.events, body(attributes))).status).toBe(400)
})

const match = (text: string, attributes = '') => `<CARD:text-match ${attributes}>${text}</CARD:text-match>`
const property = (name: string, content = '', attributes = '') =>
  `<CARD:prop-filter name="${name}" ${attributes}>${content}</CARD:prop-filter>`

test.each([
  ['', 'ada ben cleo'],
  [property('FN', match('lovelace')), 'ada'],
  [property('fn', match('ADA', 'match-type="starts-with"')), 'ada'],
  [property('FN', match('Ben', 'match-type="equals"')), 'ben'],
  [property('FN', match('Be', 'match-type="equals"')), ''],
  [property('FN', match('ace', 'match-type="ends-with"')), 'ada'],
  [property('FN', match('CLÉO')), 'cleo'],
  [property('FN', match('CLÉO', 'collation="i;ascii-casemap"')), ''],
  [property('FN', match('cLéO', 'collation="i;ascii-casemap"')), 'cleo'],
  [property('FN', match('ada', 'collation="i;octet"')), ''],
  [property('FN', match('e', 'negate-condition="yes"')), ''],
  [property('FN', match('b', 'negate-condition="yes"')), 'ada cleo'],
  [property('EMAIL'), 'ada ben'],
  [property('EMAIL', '<CARD:is-not-defined/>'), 'cleo'],
  [property('EMAIL', `<CARD:param-filter name="TYPE">${match('work')}</CARD:param-filter>`), 'ben'],
  [property('EMAIL', '<CARD:param-filter name="PREF"><CARD:is-not-defined/></CARD:param-filter>'), 'ada ben'],
  [property('EMAIL', '<CARD:param-filter name="PREF"/>'), ''],
  [property('EMAIL', match('ada') + match('work'), 'test="allof"'), ''],
  [property('EMAIL', match('ada') + match('work')), 'ada ben'],
  [property('NOTE', match('a, b\nc')), 'ada'],
  [property('FN', match('ada')) + property('FN', match('ben')), 'ada ben'],
])('addressbook-query %s finds %s', async (filter, expected) => {
  const body = `<CARD:addressbook-query ${declared}><D:prop><D:getetag/></D:prop><CARD:filter>${filter}</CARD:filter></CARD:addressbook-query>`
  const reply = await server.report(server.paths.buds, body)
  expect(found(reply)).toEqual(
    expected
      .split(' ')
      .filter(Boolean)
      .map((name) => `${name}.vcf 200`),
  )
})

test('all of the filters count with allof', async () => {
  const filter = `<CARD:filter test="allof">${property('EMAIL')}${property('FN', match('ben'))}</CARD:filter>`
  const body = `<CARD:addressbook-query ${declared}><D:prop><D:getetag/></D:prop>${filter}</CARD:addressbook-query>`
  expect(found(await server.report(server.paths.buds, body))).toEqual(['ben.vcf 200'])
})

test('a limit ends a query, which says so', async () => {
  const body = `<CARD:addressbook-query ${declared}><D:prop><D:getetag/></D:prop><CARD:filter/><CARD:limit><CARD:nresults>2</CARD:nresults></CARD:limit></CARD:addressbook-query>`
  const reply = await server.report(server.paths.buds, body)
  expect(found(reply)).toEqual(['ada.vcf 200', 'ben.vcf 200', ' 507'])
  expect(reply.text).toContain('<D:error><D:number-of-matches-within-limits/></D:error>')
  expect(server.buds.calls).toEqual([])
})

test.each([
  [property('FN', match('a', 'collation="i;klingon"')), '403 D:error CARD:supported-collation'],
  [property('FN', match('a', 'match-type="sounds-like"')), '403 D:error CARD:supported-filter'],
  [property('FN', '<CARD:time-range/>'), '403 D:error CARD:supported-filter'],
  ['<CARD:comp-filter name="X"/>', '403 D:error CARD:supported-filter'],
  ['<CARD:prop-filter/>', '403 D:error CARD:supported-filter'],
  ['<D:prop-filter name="FN"/>', '403 D:error CARD:supported-filter'],
  [property('FN').repeat(101), '403 D:error CARD:supported-filter'],
])('addressbook-query %s is refused with %s', async (filter, expected) => {
  const body = `<CARD:addressbook-query ${declared}><D:prop/><CARD:filter>${filter}</CARD:filter></CARD:addressbook-query>`
  expect(refusalOf(await server.report(server.paths.buds, body))).toBe(expected)
})

const component = (name: string, content = '') => `<C:comp-filter name="${name}">${content}</C:comp-filter>`
const calendarQuery = (filter: string, props = '<D:getetag/>') =>
  `<C:calendar-query ${declared}><D:prop>${props}</D:prop><C:filter>${filter}</C:filter></C:calendar-query>`
const inEvents = (content: string) => component('VCALENDAR', component('VEVENT', content))
const propertyOf = (name: string, content = '') => `<C:prop-filter name="${name}">${content}</C:prop-filter>`
const calendarMatch = (text: string) => `<C:text-match collation="i;ascii-casemap">${text}</C:text-match>`

test.each([
  // DAVx5 and vdirsyncer without a range.
  [inEvents(''), 'dinner run', []],
  [component('VCALENDAR'), 'dinner run', []],
  // iOS and DAVx5 with a range, of which the adapter knows what is in it.
  [
    inEvents('<C:time-range start="20260801T000000Z"/>'),
    'dinner run',
    ['pages 3.0 2026-08-01T00:00:00.000Z undefined'],
  ],
  [
    inEvents('<C:time-range start="20260801T000000Z" end="20261101T120530Z"/>'),
    'dinner run',
    ['pages 3.0 2026-08-01T00:00:00.000Z 2026-11-01T12:05:30.000Z'],
  ],
  // Programs that look for an event by its UID.
  [inEvents(propertyOf('UID', calendarMatch('dinner'))), 'dinner', ['pages 3.0 ']],
  [inEvents(propertyOf('DESCRIPTION', calendarMatch('hidden'))), '', ['pages 3.0 ']],
  [inEvents(propertyOf('SUMMARY') + propertyOf('UID', calendarMatch('run'))), 'run', ['pages 3.0 ']],
  [inEvents(propertyOf('RRULE', '<C:is-not-defined/>')), 'dinner run', ['pages 3.0 ']],
  // Thunderbird and Evolution ask for tasks too.
  [component('VCALENDAR', component('VTODO')), '', []],
  [component('VCALENDAR', component('VTODO', '<C:time-range start="20260801T000000Z"/>')), '', []],
  [component('VCALENDAR', component('VTODO', '<C:is-not-defined/>')), 'dinner run', []],
  [component('VCALENDAR', component('VEVENT', '<C:is-not-defined/>')), '', []],
  [component('VCALENDAR', '<C:is-not-defined/>'), '', []],
])('calendar-query %s finds %s', async (filter, expected, calls) => {
  const reply = await server.report(server.paths.events, calendarQuery(filter))
  expect(found(reply)).toEqual(
    expected
      .split(' ')
      .filter(Boolean)
      .map((name) => `${name}.ics 200`),
  )
  expect(server.events.calls.map((call) => call.replace('null', 'undefined'))).toEqual(calls)
})

test('a query with data has the content', async () => {
  const reply = await server.report(server.paths.events, calendarQuery(inEvents(''), '<C:calendar-data/>'))
  expect(Object.values(responsesOf(reply)).map((byStatus) => byStatus[200]?.['C:calendar-data'])).toEqual(
    [...server.events.rows.values()].map(({ content }) => content),
  )
})

test.each([
  '',
  component('VEVENT'),
  component('VCALENDAR') + component('VCALENDAR'),
  component('VCALENDAR', '<C:time-range start="20260801T000000Z"/>'),
  component('VCALENDAR', propertyOf('VERSION')),
  inEvents('<C:time-range/>'),
  inEvents('<C:time-range start="20260801"/>'),
  inEvents('<C:time-range start="20261301T000000Z"/>'),
  inEvents(component('VALARM', '<C:time-range start="20260801T000000Z"/>')),
  inEvents(propertyOf('DTSTART', '<C:time-range start="20260801T000000Z"/>')),
  component(
    'VCALENDAR',
    ['2026', '2027']
      .map((year) => component('VEVENT', `<C:time-range start="${year}0801T000000Z"/>`))
      .join(''),
  ),
])('calendar-query %s is not supported', async (filter) => {
  const reply = await server.report(server.paths.events, calendarQuery(filter))
  expect(refusalOf(reply)).toBe('403 D:error C:supported-filter')
})

const sync = (token: string, more = '<D:sync-level>1</D:sync-level>') =>
  `<D:sync-collection ${declared}><D:sync-token>${token}</D:sync-token>${more}<D:prop><D:getetag/></D:prop></D:sync-collection>`

test('sync-collection tells everything at first, and then what has changed and gone', async () => {
  const { report, send, paths, buds } = await davServer()
  for (const name of ['a', 'b', 'c']) buds.store(`${name}.vcf`, card(name))
  const first = await report(paths.buds, sync(''))
  expect(found(first)).toEqual(['a.vcf 200', 'b.vcf 200', 'c.vcf 200'])
  const token = syncTokenOf(first)
  expect(responsesOf(await report(paths.buds, sync(token)))).toEqual({})
  expect(syncTokenOf(await report(paths.buds, sync(token)))).toBe(token)
  buds.store('b.vcf', card('B'))
  await send('DELETE', `${paths.buds}c.vcf`)
  const second = await report(paths.buds, sync(token))
  expect(responsesOf(second)).toEqual({
    [`${paths.buds}b.vcf`]: { 200: { 'D:getetag': '"4"' } },
    [`${paths.buds}c.vcf`]: { 404: {} },
  })
  expect(found(await report(paths.buds, sync(syncTokenOf(second))))).toEqual([])
  const withData = sync(token).replace('<D:getetag/>', '<CARD:address-data version="4.0"/>')
  expect((await report(paths.buds, withData)).text).toContain('VERSION:4.0')
  const limited = sync('', '<D:limit><D:nresults>1</D:nresults></D:limit>')
  expect(refusalOf(await report(paths.buds, limited))).toBe('507 D:error D:number-of-matches-within-limits')
  buds.forget()
  expect(refusalOf(await report(paths.buds, sync(token)))).toBe('403 D:error D:valid-sync-token')
})

test('a token that is malformed, of another user or collection, or of the future is not valid', async () => {
  const { device, paths, report } = server
  const own = `data:,${device.ownerId}/buds/`
  for (const token of [
    `${own}4`,
    `${own}-1`,
    `${own}01`,
    `${own}1e0`,
    `${own}9007199254740993`,
    `${own}1/x`,
    `${own}%31`,
    own,
    `data:,${device.ownerId}/events/1`,
    'data:,019a9f6e-0000-7000-8000-000000000000/buds/1',
    '1',
    "'; drop table buds; --",
    'x'.repeat(100_000),
  ])
    expect([token.slice(0, 80), refusalOf(await report(paths.buds, sync(token)))]).toEqual([
      token.slice(0, 80),
      '403 D:error D:valid-sync-token',
    ])
  expect(refusalOf(await report(paths.buds, sync('', '<D:sync-level>2</D:sync-level>')))).toBe('400 D:error')
})

/** macOS asks the principal whose delegate it is. */
test('expand-property has the properties of its target alone', async () => {
  const { paths, report } = server
  const property = (name: string, attributes = '') => `<D:property name="${name}" ${attributes}/>`
  const names = [
    property('displayname'),
    property('calendar-proxy-read-for', 'namespace="http://calendarserver.org/ns/"'),
    property('x&gt;&lt;script'),
    property('y', 'namespace="urn:y&quot;"'),
  ]
  const reply = await report(
    paths.principal,
    `<D:expand-property ${declared}>${names.join('')}</D:expand-property>`,
  )
  expect(responsesOf(reply)).toEqual({
    [paths.principal]: {
      200: { 'D:displayname': 'Budkeeper' },
      404: { 'CS:calendar-proxy-read-for': '', '{urn:y"}:y': '' },
    },
  })
})

test.each([
  'D:principal-match',
  'D:principal-property-search',
  'D:principal-search-property-set',
  'D:acl-principal-prop-set',
  'D:version-tree',
  'C:free-busy-query',
  'C:calendar-query',
  'C:calendar-multiget',
  'addressbook-query',
])('the report %s is not supported by the address book', async (name) => {
  const refusal = '403 D:error D:supported-report'
  expect(refusalOf(await server.report(server.paths.buds, `<${name} ${declared}/>`))).toBe(refusal)
})

test('a report belongs to a collection of its kind', async () => {
  const { paths, report, send } = server
  const refusal = '403 D:error D:supported-report'
  for (const path of ['/dav/', paths.principal, paths.events, `${paths.buds}ada.vcf`])
    expect(refusalOf(await report(path, `<CARD:addressbook-multiget ${declared}/>`))).toBe(refusal)
  expect(refusalOf(await send('REPORT', paths.buds))).toBe('400 D:error')
  expect(readDocument((await report(paths.buds, sync('x'))).text).textContent).toBe(
    'The sync token is not valid any more',
  )
})

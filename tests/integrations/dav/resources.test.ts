import { expect, test } from 'vitest'
import { DavError } from '~/integrations/dav/collection.server'
import { calendarEvent, card } from './memory-collection'
import { davServer, declared, type Reply, readDocument, refusalOf, responsesOf, xml } from './support'

const server = await davServer()
const { send, paths, buds, events } = server
const vcard = { 'Content-Type': 'text/vcard; charset=utf-8' }
const ical = { 'Content-Type': 'text/calendar; charset=utf-8' }

test('a card is stored, read, changed and deleted', async () => {
  const path = `${paths.buds}J%C3%B6rg%20%26%20%3Cx%3E.vcf`
  const made = await send('PUT', path, { headers: vcard, body: card('Jörg') })
  expect([made.status, made.headers.etag, made.text]).toEqual([201, '"1"', ''])
  expect([...buds.rows.keys()]).toEqual(['Jörg & <x>.vcf'])
  const read = await send('GET', path)
  expect([read.status, read.headers.etag, read.text]).toEqual([200, '"1"', card('Jörg')])
  expect(read.headers).toMatchObject({
    'content-type': 'text/vcard; charset=utf-8',
    'content-length': String(Buffer.byteLength(card('Jörg'))),
  })
  const head = await send('HEAD', path)
  expect([head.status, head.headers.etag, head.headers['content-length'], head.text]).toEqual([
    200,
    '"1"',
    read.headers['content-length'],
    '',
  ])
  for (const tag of ['"1"', 'W/"1"', '"0", "1"', '*'])
    expect((await send('GET', path, { headers: { 'If-None-Match': tag } })).status).toBe(304)
  expect((await send('GET', path, { headers: { 'If-None-Match': '"2"' } })).status).toBe(200)
  const changed = await send('PUT', path, { headers: { ...vcard, 'If-Match': '"1"' }, body: card('Jo') })
  expect([changed.status, changed.headers.etag]).toEqual([204, '"2"'])
  expect((await send('DELETE', path, { headers: { 'If-Match': '"1"' } })).status).toBe(412)
  expect((await send('DELETE', path, { headers: { 'If-Match': '"2"' } })).status).toBe(204)
  for (const method of ['GET', 'DELETE']) expect((await send(method, path)).status).toBe(404)
})

test.each([
  ['If-None-Match', '*', 'there.vcf', 412],
  ['If-None-Match', '*', 'new-1.vcf', 201],
  ['If-Match', '*', 'there.vcf', 204],
  ['If-Match', '*', 'new-2.vcf', 412],
  ['If-Match', '"0"', 'there.vcf', 412],
  ['If-Match', '"0"', 'new-3.vcf', 412],
  ['If-Match', 'W/"1"', 'there.vcf', 412],
])('%s: %s of %s is %i', async (name, value, file, status) => {
  buds.store('there.vcf', card('There'))
  const reply = await send('PUT', paths.buds + file, {
    headers: { ...vcard, [name]: value },
    body: card('New'),
  })
  expect(reply.status).toBe(status)
})

test('there is no ETag if what was stored is not what was sent', async () => {
  const reply = await send('PUT', `${paths.buds}x.vcf`, {
    headers: vcard,
    body: card('X', 'X-CHANGED:1\r\n'),
  })
  expect([reply.status, reply.headers.etag]).toEqual([201, undefined])
})

test.each([
  [undefined, '3.0'],
  ['*/*', '3.0'],
  ['text/vcard', '3.0'],
  ['text/vcard; version=4.0', '4.0'],
  ['text/vcard;version="4.0", text/vcard;q=0.8, */*;q=0.1', '4.0'],
  ['text/vcard;version=3.0, text/vcard;version=4.0;q=0.5', '3.0'],
  ['text/vcard;version=4.0;q=0', '3.0'],
  ['text/html', '3.0'],
])('Accept %s gets vCard %s', async (accept, version) => {
  buds.store('v.vcf', card('V'))
  const headers: Record<string, string> = accept === undefined ? {} : { Accept: accept }
  expect((await send('GET', `${paths.buds}v.vcf`, { headers })).text).toContain(`VERSION:${version}`)
})

test.each([
  [paths.buds, 'text/vcard', 201],
  [paths.buds, 'TEXT/VCARD;charset="UTF-8"', 201],
  [paths.buds, 'text/vcard; version=4.0', 201],
  [paths.buds, 'text/x-vcard', 201],
  [paths.buds, undefined, 201],
  [paths.buds, 'text/calendar', 'CARD:supported-address-data'],
  [paths.buds, 'application/octet-stream', 'CARD:supported-address-data'],
  [paths.buds, 'multipart/form-data; boundary=x', 'CARD:supported-address-data'],
  [paths.buds, 'text/vcard; charset=iso-8859-1', 'CARD:supported-address-data'],
  [paths.buds, ';', 'CARD:supported-address-data'],
  [paths.events, 'text/calendar; component=vevent', 201],
  [paths.events, 'text/vcard', 'C:supported-calendar-data'],
])('a PUT into %s of type %s is %s', async (path, type, expected) => {
  buds.rows.clear()
  events.rows.clear()
  const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type }
  const reply = await send('PUT', `${path}typed`, {
    headers,
    body: path === paths.buds ? card('T') : calendarEvent('T'),
  })
  if (expected === 201) expect(reply.status).toBe(201)
  else expect(refusalOf(reply)).toBe(`415 D:error ${expected}`)
})

test('what is too large, partial, read-only or refused by the collection is not stored', async () => {
  const large = await send('PUT', `${paths.buds}l.vcf`, {
    headers: vcard,
    body: card('x'.repeat(buds.limit)),
  })
  expect(refusalOf(large)).toBe('413 D:error CARD:max-resource-size')
  const largeEvent = await send('PUT', `${paths.events}l.ics`, {
    headers: ical,
    body: 'x'.repeat(events.limit + 1),
  })
  expect(refusalOf(largeEvent)).toBe('413 D:error C:max-resource-size')
  const range = { ...vcard, 'Content-Range': 'bytes 0-1/2' }
  expect((await send('PUT', `${paths.buds}l.vcf`, { headers: range, body: card('L') })).status).toBe(400)
  const invalid = await send('PUT', `${paths.buds}l.vcf`, { headers: vcard, body: 'no card' })
  expect(refusalOf(invalid)).toBe('403 D:error CARD:valid-address-data')
  expect(readDocument(invalid.text).textContent).toBe('It is no card & <nothing>')
  for (const method of ['PUT', 'DELETE'])
    expect(
      refusalOf(await send(method, `${paths.dates}d.ics`, { headers: ical, body: calendarEvent('D') })),
    ).toBe('403 D:error D:need-privileges')
  for (const collection of [paths.buds, paths.events, paths.dates])
    expect((await send('GET', `${collection}l.vcf`)).status).toBe(404)
})

test('a refusal names the resource that is in the way', async () => {
  const blocked = await davServer()
  blocked.buds.put = async () => {
    throw new DavError(409, 'CARD:no-uid-conflict', 'Another card has this UID', 'Ada & Ben.vcf')
  }
  const reply = await blocked.send('PUT', `${blocked.paths.buds}x.vcf`, { headers: vcard, body: card('X') })
  expect(refusalOf(reply)).toBe('409 D:error CARD:no-uid-conflict')
  const [conflict] = readDocument(reply.text).children
  expect(conflict?.firstElementChild?.textContent).toBe(`${blocked.paths.buds}Ada%20%26%20Ben.vcf`)
})

/** The path as it is sent, and what it names. */
test.each([
  ['a', 'a'],
  ['%2561', '%61'],
  ['a%20b+c;d=e', 'a b+c;d=e'],
  ['...', '...'],
  ['x'.repeat(255), 'x'.repeat(255)],
  ['__proto__', '__proto__'],
  ['a?b=c', 'a'],
])('the name %s is %s', async (path, name) => {
  buds.rows.clear()
  expect((await send('PUT', paths.buds + path, { headers: vcard, body: card('N') })).status).toBe(201)
  expect([...buds.rows.keys()]).toEqual([name])
})

test.each([
  ['..', 403],
  ['.', 403],
  ['%2e%2e', 403],
  ['a%2fb', 403],
  ['..%2f..%2fevents%2fx', 403],
  ['a%5cb', 404],
  ['a%00b', 403],
  ['a%0ab', 404],
  ['a%7f', 403],
  ['a%c2%85', 403],
  ['x'.repeat(256), 403],
  ['%c3%a9'.repeat(128), 403],
  ['%zz', 404],
  ['%ff', 404],
  ['a/b', 404],
  ['../events/x', 404],
])('nothing is stored under the name %s', async (path, status) => {
  for (const { rows } of [buds, events]) rows.clear()
  const reply = await send('PUT', paths.buds + path, { headers: vcard, body: card('N') })
  expect(reply.status).toBe(status)
  expect((await send('GET', paths.buds + path)).status).toBe(404)
  expect([...buds.rows.keys(), ...events.rows.keys()]).toEqual([])
})

test.each(['MKCOL', 'MKCALENDAR', 'COPY', 'MOVE', 'ACL'])('%s is refused everywhere', async (method) => {
  for (const path of ['/dav/', paths.principal, paths.buds, `${paths.principal}new/`, `${paths.buds}a.vcf`])
    expect(refusalOf(await send(method, path, { headers: { Destination: `${paths.buds}b.vcf` } }))).toBe(
      '403 D:error D:need-privileges',
    )
})

test.each(['LOCK', 'UNLOCK', 'POST', 'PATCH', 'SEARCH', 'CHECKOUT', 'TRACE', 'LINK'])(
  '%s is not supported',
  async (method) => {
    for (const [path, allow] of [
      [paths.principal, 'OPTIONS, PROPFIND, PROPPATCH, REPORT'],
      [`${paths.buds}a.vcf`, 'OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, PROPPATCH, REPORT'],
    ] as const) {
      const reply = await send(method, path)
      expect([refusalOf(reply), reply.headers.allow]).toEqual(['405 D:error', allow])
    }
  },
)

test('a collection is neither read nor written nor deleted as a whole', async () => {
  for (const path of ['/dav/', paths.principal, paths.buds]) {
    expect(refusalOf(await send('DELETE', path))).toBe('403 D:error D:need-privileges')
    for (const method of ['GET', 'PUT']) expect((await send(method, path)).status).toBe(405)
  }
})

const patch = (path: string, content: string) =>
  send('PROPPATCH', path, { body: xml(`<D:propertyupdate ${declared}>${content}</D:propertyupdate>`) })
const set = (content: string) => `<D:set><D:prop>${content}</D:prop></D:set>`
const statuses = (reply: Reply) => Object.values(responsesOf(reply))[0]
const displayname = '<D:displayname> Friends &amp; family </D:displayname>'
const color = '<A:calendar-color symbolic-color="custom">#FF2968FF</A:calendar-color>'

/** macOS and iOS rename calendars and choose colours. */
test('a collection gets another name and colour', async () => {
  server.renamed.length = 0
  expect(statuses(await patch(paths.events, set(displayname) + set(color)))).toEqual({
    200: { 'D:displayname': '', 'A:calendar-color': '' },
  })
  expect(statuses(await patch(paths.buds, set(displayname)))).toEqual({ 200: { 'D:displayname': '' } })
  expect(server.renamed).toEqual([
    { displayName: 'Friends & family', color: '#FF2968FF' },
    { displayName: 'Friends & family' },
  ])
})

test.each([
  // iOS sets the first two up in each calendar; macOS sets the third on the home.
  [
    paths.events,
    set(`${displayname}<C:calendar-timezone>x</C:calendar-timezone>`),
    { 424: 'D:displayname', 403: 'C:calendar-timezone' },
  ],
  [paths.events, set('<A:calendar-order>3</A:calendar-order>'), { 403: 'A:calendar-order' }],
  [paths.principal, set('<CS:me-card><D:href>x</D:href></CS:me-card>'), { 403: 'CS:me-card' }],
  ['/dav/', set(displayname), { 403: 'D:displayname' }],
  [paths.dates, set(displayname), { 403: 'D:displayname' }],
  [`${paths.buds}a.vcf`, set(displayname), { 403: 'D:displayname' }],
  [paths.buds, set(color), { 403: 'A:calendar-color' }],
  [paths.buds, set('<D:displayname/>'), { 409: 'D:displayname' }],
  [paths.buds, set(`<D:displayname>${'x'.repeat(256)}</D:displayname>`), { 409: 'D:displayname' }],
  [
    paths.events,
    set(`${displayname}<A:calendar-color>red</A:calendar-color>`),
    { 424: 'D:displayname', 409: 'A:calendar-color' },
  ],
  [paths.buds, '<D:remove><D:prop><D:displayname/></D:prop></D:remove>', { 403: 'D:displayname' }],
  [paths.buds, set('<D:getetag>"9"</D:getetag>'), { 403: 'D:getetag' }],
])('PROPPATCH of %s with %s changes nothing', async (path, content, expected) => {
  server.renamed.length = 0
  const reply = await patch(path, content)
  expect(reply.status).toBe(207)
  expect(statuses(reply)).toEqual(
    Object.fromEntries(Object.entries(expected).map(([status, name]) => [status, { [name]: '' }])),
  )
  expect(Object.keys(responsesOf(reply))).toEqual([path])
  expect(server.renamed).toEqual([])
})

test.each(['', '<D:set/>', '<D:set><D:prop/></D:set>'])('PROPPATCH with %s is malformed', async (content) => {
  expect(refusalOf(await patch(paths.buds, content))).toBe('400 D:error')
})

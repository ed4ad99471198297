import { expect, test, vi } from 'vitest'
import { UserError } from '~/base/node/errors'
import { log } from '~/base/node/log.server'
import { basicCredentials } from '~/integrations/dav/credentials.server'
import { card } from './memory-collection'
import { basic, davServer, email, password, readDocument, refusalOf, xml } from './support'

const server = await davServer()
const { send, paths, buds, attempts } = server
buds.store('a.vcf', card('A'))

const everyPath = [
  '/dav/',
  '/dav',
  paths.principal,
  paths.buds,
  `${paths.buds}a.vcf`,
  `${paths.buds}none`,
  '/dav/x/y/z/1',
]
const methods = ['GET', 'PUT', 'DELETE', 'PROPFIND', 'REPORT', 'PROPPATCH', 'MKCOL', 'MOVE', 'LOCK', 'POST']

test('every method of every path asks for a sign-in', async () => {
  for (const path of everyPath)
    for (const method of methods) {
      const reply = await send(method, path, { user: null })
      expect([method, path, refusalOf(reply)]).toEqual([method, path, '401 D:error'])
      expect(reply.headers['www-authenticate']).toBe('Basic realm="Budkeeper", charset="UTF-8"')
      expect(reply.headers['cache-control']).toBe('no-store')
    }
  expect(buds.rows.size).toBe(1)
})

test.each([
  ['Basic', undefined],
  ['Basic ', undefined],
  ['Basic !!!', undefined],
  ['Basic YWRh=YWRh', undefined],
  ['Bearer bud_x', undefined],
  [basic(''), undefined],
  [basic('ada'), undefined],
  [basic(':secret'), undefined],
  [basic('ada:'), undefined],
  [basic('ada:a\0b'), undefined],
  [basic('ada\r\nx:b'), undefined],
  [basic(`ada:${'x'.repeat(2_000)}`), undefined],
  [basic('ada:b'), { email: 'ada', password: 'b' }],
  [`bAsIc   ${basic('ada:b').slice(6)} `, { email: 'ada', password: 'b' }],
  [basic(' ada@example.com :a:b '), { email: 'ada@example.com', password: 'a:b ' }],
  [basic('jörg:pä'), { email: 'jörg', password: 'pä' }],
  [basic(Buffer.from('jörg:pä', 'latin1')), { email: 'jörg', password: 'pä' }],
])('%s has the credentials %o', (header, expected) => {
  expect(basicCredentials(header)).toEqual(expected)
})

test('the operation gets the address of the client, and only what could be right', async () => {
  attempts.length = 0
  for (const user of ['ada', `${email}:wrong`, `nobody@example.com:${password}`])
    expect((await send('PROPFIND', '/dav/', { user })).status).toBe(401)
  expect(attempts.map(([email, password]) => `${email}:${password}`)).toEqual([
    `${email}:wrong`,
    `nobody@example.com:${password}`,
  ])
  expect(attempts[0]?.[2]).toMatch(/127\.0\.0\.1$/)
})

test('a client that guesses, or asks too much, is told when to come back', async () => {
  const guessing = await send('PROPFIND', '/dav/', { user: 'throttled@example.com:x' })
  expect([refusalOf(guessing), guessing.headers['retry-after']]).toEqual(['429 D:error', '60'])
  const busy = await davServer({
    countRequest: () => {
      throw new UserError(429, 'Too many requests', { headers: { 'Retry-After': '7' } })
    },
  })
  const reply = await busy.send('PROPFIND', '/dav/')
  expect([reply.status, reply.headers['retry-after']]).toEqual([429, '7'])
})

test("another user's path is the same 404 as one that does not exist", async () => {
  const other = await davServer()
  const bodies = new Set<string>()
  for (const principal of [
    other.paths.principal,
    '/dav/019a9f6e-0000-7000-8000-000000000000/',
    '/dav/x/',
    '/dav/..%2f/',
  ])
    for (const [method, path] of [
      ['PROPFIND', principal],
      ['REPORT', `${principal}buds/`],
      ['PROPPATCH', `${principal}buds/`],
      ['GET', `${principal}buds/a.vcf`],
      ['PUT', `${principal}buds/a.vcf`],
      ['DELETE', `${principal}buds/a.vcf`],
      ['PROPFIND', `${paths.principal}none/`],
      ['GET', `${paths.principal}__proto__/a.vcf`],
    ] as const) {
      const { status, text } = await send(method, path, { headers: { Depth: '0' } })
      expect([method, path, status]).toEqual([method, path, 404])
      bodies.add(text)
    }
  expect(bodies.size).toBe(1)
})

test('a page of another site can change nothing, with the password or without', async () => {
  for (const headers of [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
  ] as Record<string, string>[])
    for (const method of ['PUT', 'DELETE', 'PROPFIND', 'REPORT', 'OPTIONS'])
      expect((await send(method, `${paths.buds}a.vcf`, { headers })).status).toBe(403)
  expect(buds.rows.size).toBe(1)
})

test('neither a password nor the name of a resource is logged', async () => {
  const lines = vi.spyOn(log, 'info')
  const secret = 'hunter2-hunter2'
  const headers = { 'Content-Type': 'text/vcard' }
  await send('PUT', `${paths.buds}Joan%20of%20Arc.vcf`, { headers, body: card('J') })
  await send('PROPFIND', `${paths.buds}`, { user: `joan@example.com:${secret}` })
  await send('GET', `${paths.buds}Joan/of/Arc`, { headers: { Authorization: `Basic ${secret}` } })
  await vi.waitFor(() => expect(lines.mock.calls.length).toBeGreaterThanOrEqual(3))
  const logged = JSON.stringify(lines.mock.calls)
  expect(logged).toContain(`${paths.buds}…`)
  for (const text of ['Joan', 'Arc', secret, 'joan@']) expect(logged).not.toContain(text)
  lines.mockRestore()
})

test('an error that nobody expected is 500 without its cause, an outage 503', async () => {
  const errors = vi.spyOn(log, 'child')
  const failing = await davServer()
  const fail = (error: Error) => async () => {
    throw error
  }
  failing.buds.list = fail(new Error('secret cause'))
  const ask = () => failing.send('PROPFIND', failing.paths.buds, { headers: { Depth: '1' } })
  const reply = await ask()
  expect([refusalOf(reply), readDocument(reply.text).textContent]).toEqual([
    '500 D:error',
    'Something went wrong',
  ])
  failing.buds.list = fail(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
  const outage = await ask()
  expect([refusalOf(outage), outage.headers['retry-after']]).toEqual(['503 D:error', '5'])
  errors.mockRestore()
})

test('an error in the middle of a long response breaks it off', async () => {
  const failing = await davServer()
  failing.buds.pages = async function* () {
    yield [{ file: 'a', etag: '"1"', content: 'x'.repeat(100_000) }]
    await new Promise((resolve) => setTimeout(resolve, 10))
    throw new Error('in the middle')
  }
  const query =
    '<addressbook-query xmlns="urn:ietf:params:xml:ns:carddav"><D:prop xmlns:D="DAV:"><address-data/></D:prop></addressbook-query>'
  await expect(failing.report(failing.paths.buds, query)).rejects.toThrow()
})

test('10,000 resources are sent while other requests are answered', async () => {
  const large = await davServer()
  for (let n = 0; n < 10_000; n++) large.buds.store(`${n}.vcf`, card(`Bud ${n}`))
  let isOver = false
  const listing = large
    .send('PROPFIND', large.paths.buds, {
      headers: { Depth: '1' },
      body: xml('<propfind xmlns="DAV:"><prop><getetag/><resourcetype/><owner/></prop></propfind>'),
    })
    .finally(() => {
      isOver = true
    })
  let answered = 0
  while (!isOver) {
    await large.send('OPTIONS', '/dav/', { user: null })
    if (!isOver) answered += 1
  }
  const { text } = await listing
  expect(text.match(/<D:response>/g)?.length).toBe(10_001)
  expect(answered).toBeGreaterThan(0)
})

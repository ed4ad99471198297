import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { budInput } from '~/buds/bud-input.server'
import { db } from '~/server/db.server'
import { buds } from '~drizzle/schema'
import { type Answer, createClient } from './support/client'
import { createBud, createUser, signedIn } from './support/factories'

/** The same cases in every run; a failure prints its seed and the smallest case. */
const options = { seed: 20261120, numRuns: Number(process.env.FUZZ_RUNS ?? 25), endOnFailure: true }

const api = [
  ['POST', '/api/v1/auth/register'],
  ['POST', '/api/v1/auth/login'],
  ['POST', '/api/v1/auth/demo'],
  ['POST', '/api/v1/auth/forgot-password'],
  ['POST', '/api/v1/auth/reset-password/token'],
  ['PATCH', '/api/v1/users/update-user'],
  ['POST', '/api/v1/buds'],
  ['PATCH', '/api/v1/buds/:own'],
  ['PATCH', '/api/v1/buds/:other'],
  ['DELETE', '/api/v1/buds/:other'],
] as const

const screens = [
  '/register',
  '/login',
  '/forgot-password',
  '/reset-password/token',
  '/dashboard/AddBud',
  '/dashboard/EditBud/:own',
  '/dashboard/EditBud/:other',
  '/dashboard/DeleteBud/:other',
  '/dashboard/profile',
] as const

const names = [
  'Firstname',
  'Surname',
  'Nickname',
  'Occupation',
  'Location',
  'OccupationLocation',
  'Budtype',
  'hobbies',
  'preferences',
  'industry',
  'origination',
  'LastInteraction',
  'customFields',
  'customField0Name',
  'customField0Value',
  'customField1Name',
  'Email',
  'Password',
  'password',
  'confirmPassword',
  'accessCode',
  'terms',
  'avatar',
  'intent',
  '_id',
  'ownerId',
  '__proto__',
  'constructor',
  '__intent__',
  'a[b]',
  'hobbies[0]',
  'Email[20000000]',
  'hobbies.1000000',
]

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff',
    '[',
    '["Chess"]',
    '{"a":1}',
    'null',
    '-1',
    'NaN',
  ),
  fc.constantFrom(
    "'; drop table buds; --",
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '%00',
    '\r\nX: y',
  ),
  fc.constantFrom('demo', 'accepted', 'Friend', 'Ada', 'ada@example.com', 'Blue-Heron-42'),
  fc.integer({ min: 90, max: 300_000 }).map((length) => 'x'.repeat(length)),
)
const oddValue = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.record({ name: oddText, value: oddText }), { maxLength: 8 }) },
)
const oddObject = fc.dictionary(fc.constantFrom(...names), oddValue, { maxKeys: 8 })
const oddFields = fc.array(fc.tuple(fc.constantFrom(...names), oddText), { maxLength: 12 })
const oddType = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/json; charset=utf-16',
  'application/octet-stream',
)
const oddBytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc.json().map((text) => Buffer.from(text.slice(0, -1))),
  fc.constant(
    Buffer.from('--x\r\nContent-Disposition: form-data; name="avatar"; filename="a"\r\n\r\nx\r\n--x--'),
  ),
  fc.constant(Buffer.from('--x\r\nContent-Disposition: form-data\r\n\r\n\r\n--x--')),
  fc.constant(Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)),
)

async function prepare() {
  const client = await signedIn()
  const own = await createBud(client.user)
  const other = await createBud(await createUser())
  const pathOf = (path: string) => path.replace(':own', own._id).replace(':other', other._id)
  return { client, pathOf, other }
}

/** Whatever came: an answer that is not our fault, in the form that was promised, and rows that keep the rules. */
function holds(answer: Answer, isApi: boolean) {
  expect(answer.status).toBeLessThan(500)
  if (isApi) expect(typeof answer.body?.msg).toBe('string')
  else expect([200, 302, 400, 401, 403, 404, 409, 413, 415, 429]).toContain(answer.status)
}

async function rowsKeepTheRules(ownerId: string) {
  for (const row of await db.select().from(buds).where(eq(buds.ownerId, ownerId))) {
    const { _id, ownerId: _, createdAt, nameKey, searchText, ...bud } = row
    expect(budInput.parse(bud)).toEqual(bud)
  }
}

describe.each(api)('%s %s', (method, path) => {
  test('takes any object', { timeout: 60_000 }, async () => {
    const { client, pathOf, other } = await prepare()
    await fc.assert(
      fc.asyncProperty(oddObject, async (object) => {
        const answer = await client.send(method, pathOf(path), {
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(object),
        })
        holds(answer, true)
      }),
      options,
    )
    await rowsKeepTheRules(client.user._id)
    const [untouched] = await db.select().from(buds).where(eq(buds._id, other._id))
    expect(untouched?.Firstname).toBe('Grace')
  })

  test('takes any bytes of any type', { timeout: 60_000 }, async () => {
    const { client, pathOf } = await prepare()
    await fc.assert(
      fc.asyncProperty(oddType, oddBytes, async (type, bytes) => {
        const answer = await client.send(method, pathOf(path), {
          headers: { 'Content-Type': type },
          body: bytes as BodyInit,
        })
        holds(answer, true)
      }),
      options,
    )
    await rowsKeepTheRules(client.user._id)
  })
})

describe.each(screens)('%s', (path) => {
  test('takes any form', { timeout: 60_000 }, async () => {
    const { client, pathOf, other } = await prepare()
    await fc.assert(
      fc.asyncProperty(oddFields, async (fields) => {
        holds(await client.submit(pathOf(path), fields), false)
      }),
      options,
    )
    await rowsKeepTheRules(client.user._id)
    const [untouched] = await db.select().from(buds).where(eq(buds._id, other._id))
    expect(untouched?.Firstname).toBe('Grace')
  })

  test('takes any bytes of any type', { timeout: 60_000 }, async () => {
    const { client, pathOf } = await prepare()
    await fc.assert(
      fc.asyncProperty(oddType, oddBytes, async (type, bytes) => {
        const headers = { 'Content-Type': type }
        holds(await client.send('POST', pathOf(path), { headers, body: bytes as BodyInit }), false)
      }),
      options,
    )
  })
})

test.each([
  ['POST', '/api/v1/buds', 'application/json'],
  ['POST', '/api/v1/auth/login', 'application/json'],
  ['PATCH', '/api/v1/users/update-user', 'multipart/form-data; boundary=x'],
  ['POST', '/dashboard/AddBud', 'application/x-www-form-urlencoded'],
  ['POST', '/register', 'application/x-www-form-urlencoded'],
])('%s %s answers 10 MB of %s with 413', async (method, path, type) => {
  const { client } = await prepare()
  const body = `{"Firstname":"${'x'.repeat(10_000_000)}"}`
  const answer = await client.send(method, path, { headers: { 'Content-Type': type }, body })
  expect(answer.status).toBe(413)
})

describe('the query of the list', () => {
  const query = fc.dictionary(fc.constantFrom('search', 'Budtype', 'sort', 'page', 'limit', 'x'), oddText)

  test('is read or refused by the API, and always read by the screen', { timeout: 60_000 }, async () => {
    const { client } = await prepare()
    await fc.assert(
      fc.asyncProperty(query, async (values) => {
        const search = new URLSearchParams(values).toString().slice(0, 6_000)
        const answer = await client.get(`/api/v1/buds?${search}`)
        expect([200, 400]).toContain(answer.status)
        expect((await client.visit(`/dashboard?${search}`)).status).toBe(200)
      }),
      options,
    )
  })
})

test('a visitor without a session writes nothing, whatever is sent', { timeout: 60_000 }, async () => {
  const client = createClient()
  await fc.assert(
    fc.asyncProperty(oddObject, async (object) => {
      expect((await client.post('/api/v1/buds', object)).status).toBe(401)
    }),
    options,
  )
})

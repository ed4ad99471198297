import { eq, getTableColumns } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { setAccessCodeRequired } from '~/accounts/accounts.server'
import { refresh } from '~/billing/checkout.server'
import { postInput } from '~/blog/post-input.server'
import { budInput } from '~/buds/bud-input.server'
import { circleInput } from '~/circles/circle-input.server'
import { db } from '~/db/db.server'
import { eventInput } from '~/events/event-input.server'
import { env } from '~/http/env.server'
import {
  bouncedAddresses,
  circleBuds,
  eventBuds,
  posts,
  stripeEvents,
  subscriptions,
  users,
} from '~drizzle/schema'
import { withStripe } from './billing/support'
import { webhookSecret } from './emulators/support'
import { type ClientResponse, createClient } from './support/client'
import { isRemote } from './support/database'
import { createBud, createPost, createUser, signedIn } from './support/factories'
import { bud, records } from './support/records'
import { sign } from './support/webhook-relay'

/** The same cases in every run; a failure prints its seed and the smallest case. */
const options = { seed: 20261120, numRuns: Number(process.env.FUZZ_RUNS ?? 25), endOnFailure: true }

/** The admins' switch of registration, whatever it was turned to. */
afterAll(() => setAccessCodeRequired(false))

const api = [
  ['POST', '/api/v1/auth/register'],
  ['POST', '/api/v1/auth/login'],
  ['POST', '/api/v1/auth/demo'],
  ['POST', '/api/v1/auth/forgot-password'],
  ['POST', '/api/v1/auth/reset-password/token'],
  ['PATCH', '/api/v1/users/update-user'],
  ...records.flatMap(({ api }) => [
    ['POST', api] as const,
    ['PATCH', `${api}/:own`] as const,
    ['PATCH', `${api}/:other`] as const,
    ['DELETE', `${api}/:other`] as const,
  ]),
  ['POST', '/api/v1/blog/admin'],
  ['PATCH', '/api/v1/blog/admin/:post'],
  ['PATCH', '/api/v1/admin/settings'],
  ['PATCH', '/api/v1/admin/users/:user/toggle-test'],
] as const

const screens = [
  '/register',
  '/login',
  '/forgot-password',
  '/reset-password/token',
  '/confirm-email/token',
  ...records.flatMap(({ add, edit, remove }) => [add, `${edit}/:own`, `${edit}/:other`, `${remove}/:other`]),
  '/dashboard/profile',
  '/dashboard/Admin',
  '/dashboard/Admin?tab=users',
  '/dashboard/blog',
  '/dashboard/blog/new',
  '/dashboard/blog/edit/:post',
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
  'Name',
  'Shortname',
  'Description',
  'Circletype',
  'Eventtype',
  'startDate',
  'endDate',
  'selectedBuds',
  'milestones',
  'milestoneIds',
  'milestone-date-1',
  'milestone-description-1',
  'milestone-date-2',
  'returnTo',
  'findBuds',
  'foundBuds',
  '_version',
  'Email',
  'Password',
  'password',
  'confirmPassword',
  'accessCode',
  'terms',
  'avatar',
  'intent',
  'title',
  'excerpt',
  'content',
  'author',
  'tags',
  'featured',
  'published',
  'metaDescription',
  'featuredImage',
  'sanitize',
  'isTestAccount',
  'requireAccessCode',
  '_id',
  'ownerId',
  '__proto__',
  'constructor',
  '__intent__',
  'a[b]',
  'hobbies[0]',
  'Email[20000000]',
  'hobbies.1000000',
  'selectedBuds[0]',
  'milestones[0].date',
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
  fc.constantFrom(
    'Friends',
    'Social',
    'find-buds',
    'add-milestone',
    'remove-milestone-1',
    'enter',
    '1,2',
    '2,2,x',
  ),
  fc.constantFrom('true', 'false', 'generate', 'test-account', 'settings'),
  fc.constantFrom(
    '2026-11-20',
    '2026-11-20T19:00',
    '2026-03-29T01:30',
    '9999-12-31T23:59',
    '0000-01-01T00:00',
  ),
  fc.constantFrom(
    '00000000-0000-0000-0000-000000000000',
    '["00000000-0000-7000-8000-000000000000"]',
    '*',
    'W/"x"',
  ),
  fc.integer({ min: 90, max: 300_000 }).map((length) => 'x'.repeat(length)),
)
const oddValue = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.record({ name: oddText, value: oddText }), { maxLength: 8 }) },
  { weight: 1, arbitrary: fc.array(fc.record({ date: oddText, description: oddText }), { maxLength: 8 }) },
  { weight: 1, arbitrary: fc.array(oddText, { maxLength: 8 }) },
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

/** Records of the caller and of somebody else, of the kind that an address is about, and a blog post. */
async function prepare(path = '') {
  const client = await signedIn({ traits: ['admin'] })
  const { api, create } = records.find(({ api, noun }) => path.startsWith(api) || path.includes(noun)) ?? bud
  const stranger = await signedIn()
  const [own, other] = [await create(client.user), await create(stranger.user)]
  const post = await createPost()
  const readOther = async () => (await stranger.get(`${api}/${other._id}`)).body
  const before = await readOther()
  const otherIsUntouched = async () => expect(await readOther()).toEqual(before)
  const named = { own, other, post, user: stranger.user }
  const ids = path.replace(/:(own|other|post|user)/, (_, name: keyof typeof named) => named[name]._id)
  return { client, path: ids, otherIsUntouched }
}

/** Whatever came: an answer that is not our fault, in the form that was promised, and rows that keep the rules. */
function holds(answer: ClientResponse, isApi: boolean) {
  expect(answer.status).toBeLessThan(500)
  if (isApi) expect(typeof answer.body?.msg).toBe('string')
  else expect([200, 302, 400, 401, 403, 404, 409, 412, 413, 415, 429]).toContain(answer.status)
}

const rules: Record<string, ZodType> = { bud: budInput, circle: circleInput, event: eventInput }

async function rowsKeepTheRules(ownerId: string) {
  for (const { one, table } of records) {
    for (const row of await db.select().from(table).where(eq(table.ownerId, ownerId))) {
      const { _id, ownerId: _, createdAt, nameKey, searchText, ...fields } = row
      expect(rules[one]?.parse(fields)).toMatchObject(fields)
    }
  }
  for (const { content, tags, title, excerpt, author } of await db.select().from(posts)) {
    const post = { content, tags, title, excerpt, author }
    expect(postInput.parse(post)).toMatchObject({ ...post, content: expect.any(String) })
  }
}

describe.each(api)('%s %s', (method, address) => {
  test('takes any object', { timeout: 60_000 }, async () => {
    const { client, path, otherIsUntouched } = await prepare(address)
    await fc.assert(
      fc.asyncProperty(oddObject, async (object) => {
        const answer = await client.send(method, path, {
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(object),
        })
        holds(answer, true)
      }),
      options,
    )
    await rowsKeepTheRules(client.user._id)
    await otherIsUntouched()
  })

  test('takes any bytes of any type', { timeout: 60_000 }, async () => {
    const { client, path } = await prepare(address)
    await fc.assert(
      fc.asyncProperty(oddType, oddBytes, async (type, bytes) => {
        const answer = await client.send(method, path, {
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

describe.each(screens)('%s', (address) => {
  test('takes any form', { timeout: 60_000 }, async () => {
    const { client, path, otherIsUntouched } = await prepare(address)
    await fc.assert(
      fc.asyncProperty(oddFields, async (fields) => {
        holds(await client.submit(path, fields), false)
      }),
      options,
    )
    await rowsKeepTheRules(client.user._id)
    await otherIsUntouched()
  })

  test('takes any bytes of any type', { timeout: 60_000 }, async () => {
    const { client, path } = await prepare(address)
    await fc.assert(
      fc.asyncProperty(oddType, oddBytes, async (type, bytes) => {
        const headers = { 'Content-Type': type }
        holds(await client.send('POST', path, { headers, body: bytes as BodyInit }), false)
      }),
      options,
    )
  })
})

test.each([
  ['POST', '/api/v1/buds', 'application/json'],
  ['POST', '/api/v1/auth/login', 'application/json'],
  ['PATCH', '/api/v1/users/update-user', 'multipart/form-data; boundary=x'],
  ['POST', '/api/v1/circles', 'application/json'],
  ['PATCH', '/api/v1/events/1', 'application/json'],
  ['POST', '/dashboard/AddBud', 'application/x-www-form-urlencoded'],
  ['POST', '/dashboard/AddCircle', 'multipart/form-data; boundary=x'],
  ['POST', '/dashboard/EditEvent/1', 'application/x-www-form-urlencoded'],
  ['POST', '/register', 'application/x-www-form-urlencoded'],
])('%s %s answers 10 MB of %s with 413', async (method, path, type) => {
  const { client } = await prepare()
  const body = `{"Firstname":"${'x'.repeat(10_000_000)}"}`
  const answer = await client.send(method, path, { headers: { 'Content-Type': type }, body })
  expect(answer.status).toBe(413)
})

describe.each(records)(
  'a $one that is right but for one field',
  ({ api, add, edit, minimal, create, table }) => {
    const { ownerId, _id, createdAt, nameKey, searchText, ...own } = getTableColumns(table)
    const field = fc.constantFrom(...Object.keys(own), 'selectedBuds', 'milestone-date-1', 'customField0Name')
    const beside = { milestoneIds: '1', 'milestone-description-1': 'x', customField0Value: 'x' }

    test('is taken or refused by either door, new or changed', { timeout: 60_000 }, async () => {
      const client = await signedIn()
      const { _id } = await create(client.user)
      await fc.assert(
        fc.asyncProperty(field, oddValue, async (name, value) => {
          holds(await client.post(api, { ...minimal, [name]: value }), true)
          holds(await client.patch(`${api}/${_id}`, { [name]: value }), true)
          const text = typeof value === 'string' ? value : JSON.stringify(value)
          for (const path of [add, `${edit}/${_id}`]) {
            holds(await client.submit(path, { ...minimal, ...beside, [name]: text }), false)
          }
        }),
        { ...options, numRuns: 2 * options.numRuns },
      )
      await rowsKeepTheRules(client.user._id)
    })
  },
)

describe.each(records)('the query of $api', ({ api, list, type }) => {
  const query = fc.dictionary(
    fc.constantFrom('search', type, 'sort', 'page', 'limit', 'delete', 'x'),
    oddText,
  )

  test('is read or refused by the API, and always read by the screen', { timeout: 60_000 }, async () => {
    const { client } = await prepare()
    await fc.assert(
      fc.asyncProperty(query, async (values) => {
        const search = new URLSearchParams(values).toString().slice(0, 6_000)
        const answer = await client.get(`${api}?${search}`)
        expect([200, 400]).toContain(answer.status)
        expect((await client.visit(`${list}?${search}`)).status).toBe(200)
      }),
      options,
    )
  })
})

describe.each([
  ['access-codes', '/dashboard/Admin'],
  ['users', '/dashboard/Admin?tab=users'],
])('the query of the admins of %s', (name, screen) => {
  const query = fc.dictionary(fc.constantFrom('search', 'page', 'limit', 'tab', 'delete', 'x'), oddText)

  test('is read or refused by the API, and always read by the screen', { timeout: 60_000 }, async () => {
    const { client } = await prepare()
    await fc.assert(
      fc.asyncProperty(query, async (values) => {
        const search = new URLSearchParams(values).toString().slice(0, 6_000)
        expect([200, 400]).toContain((await client.get(`/api/v1/admin/${name}?${search}`)).status)
        const joint = screen.includes('?') ? '&' : '?'
        expect((await client.visit(`${screen}${joint}${search}`)).status).toBe(200)
      }),
      options,
    )
  })
})

describe('times in a query', () => {
  const edges = fc.constantFrom(
    '0001-01-01',
    '0001-01-07',
    '9999-11-30',
    '9999-12-01',
    '9999-12-31',
    '2028-02-29',
  )
  const oddTime = fc.oneof(
    oddText,
    edges,
    edges.map((day) => `${day}T00:00`),
    edges.map((day) => `${day}T23:59`),
  )

  test('are read or refused by the API', { timeout: 60_000 }, async () => {
    const { client } = await prepare('/api/v1/events')
    const range = fc.record({ from: oddTime, to: oddTime }, { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(range, async (values) => {
        const answer = await client.get(`/api/v1/events?${new URLSearchParams(values)}`.slice(0, 6_000))
        expect([200, 400]).toContain(answer.status)
      }),
      { ...options, numRuns: 4 * options.numRuns },
    )
  })

  test('are always read by the calendar', { timeout: 60_000 }, async () => {
    const { client } = await prepare('/api/v1/events')
    const view = fc.oneof(fc.constantFrom('month', 'week', 'day', 'agenda'), oddText)
    const period = fc.record({ view, date: oddTime, x: oddText }, { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(period, async (values) => {
        const search = new URLSearchParams(values).toString().slice(0, 6_000)
        expect((await client.visit(`/dashboard/Calendar?${search}`)).status).toBe(200)
      }),
      { ...options, numRuns: 2 * options.numRuns },
    )
  })

  test('are always read by the form of a new event', { timeout: 60_000 }, async () => {
    const { client } = await prepare()
    const begun = fc.record({ startDate: oddTime, endDate: oddTime, returnTo: oddText }, { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(begun, async (values) => {
        const search = new URLSearchParams(values).toString().slice(0, 6_000)
        expect((await client.visit(`/dashboard/AddEvent?${search}`)).status).toBe(200)
      }),
      options,
    )
  })
})

describe.each([
  ['circles', circleBuds],
  ['events', eventBuds],
] as const)('whatever selectedBuds of %s hold', (many, budsOf) => {
  test("nobody's but the owner's buds are stored", { timeout: 60_000 }, async () => {
    const client = await signedIn()
    const [mine, theirs] = [await createBud(client.user), await createBud(await createUser())]
    const { api, add, edit, minimal, create } = records.find((of) => of.many === many) ?? bud
    const { _id } = await create(client.user)
    const own = fc.constantFrom<unknown>(mine._id, mine._id.toUpperCase())
    const id = fc.oneof(own, fc.constantFrom(theirs._id, ` ${mine._id}`, null), oddText)
    const ids = fc.oneof(fc.array(own, { maxLength: 4 }), fc.array(id, { maxLength: 4 }))
    await fc.assert(
      fc.asyncProperty(ids, async (selectedBuds) => {
        const text = { ...minimal, selectedBuds: JSON.stringify(selectedBuds) }
        const answers = [
          await client.post(api, { ...minimal, selectedBuds }),
          await client.patch(`${api}/${_id}`, { selectedBuds }),
          await client.submit(add, text),
          await client.submit(`${edit}/${_id}`, text),
        ]
        const isOwn = selectedBuds.every((id) => String(id).toLowerCase() === mine._id)
        expect(answers.map(({ status }) => status)).toEqual(
          isOwn ? [201, 200, 302, 302] : [400, 400, 400, 400],
        )
      }),
      options,
    )
    const stored = await db.select().from(budsOf).where(eq(budsOf.ownerId, client.user._id))
    expect(stored.length).toBeGreaterThan(0)
    expect(stored.every(({ budId }) => budId === mine._id)).toBe(true)
    expect(await db.$count(budsOf, eq(budsOf.budId, theirs._id))).toBe(0)
  })
})

test('a visitor without a session writes nothing, whatever is sent', { timeout: 60_000 }, async () => {
  const client = createClient()
  await fc.assert(
    fc.asyncProperty(oddObject, async (object) => {
      for (const { api } of records) expect((await client.post(api, object)).status).toBe(401)
    }),
    options,
  )
})

describe.skipIf(isRemote)('the addresses of billing', () => {
  const { person, subscriber, pay, truthOf } = withStripe()
  const secret = 'known to a scheduler and to Postmark'
  const billing = '/api/v1/subscriptions'
  const addresses = ['create-checkout-session', 'cancel', 'resume'].map((name) => `${billing}/${name}`)
  const screen = '/dashboard/subscription'
  const json = { 'Content-Type': 'application/json' }
  const word = fc.string({ unit: 'grapheme-ascii', maxLength: 40 }).map((text) => text.trim())

  beforeAll(() => void Object.assign(env, { CRON_SECRET: secret, POSTMARK_WEBHOOK_SECRET: secret }))
  afterAll(() => void Object.assign(env, { CRON_SECRET: undefined, POSTMARK_WEBHOOK_SECRET: undefined }))

  /** What those who are not let in could have changed. */
  const rows = async () => [
    await db.select().from(subscriptions).orderBy(subscriptions.userId),
    await db.select().from(stripeEvents).orderBy(stripeEvents._id),
    await db.select().from(bouncedAddresses).orderBy(bouncedAddresses.address),
  ]

  async function hasOneOfEach(who: Awaited<ReturnType<typeof person>>) {
    await pay(who).catch(() => {})
    await refresh(who.user._id)
    const { subscriptions } = await truthOf(who)
    expect(subscriptions).toHaveLength(1)
    expect(await who.status()).toMatchObject({ status: 'active', cancelAtPeriodEnd: expect.any(Boolean) })
  }

  function expectAnswer({ status, body }: ClientResponse) {
    expect(status).toBeLessThan(500)
    expect(body?.msg ?? body?.url).toEqual(expect.any(String))
  }

  test.each(addresses)(
    '%s takes any body, of a trial and of a subscription',
    async (path) => {
      const [ada, grace] = [await person(), await subscriber()]
      await fc.assert(
        fc.asyncProperty(oddType, oddBytes, oddObject, async (type, bytes, object) => {
          for (const who of [ada, grace]) {
            const headers = { 'Content-Type': type }
            expectAnswer(await who.send('POST', path, { headers, body: bytes as BodyInit }))
            expectAnswer(await who.post(path, object))
          }
        }),
        options,
      )
      for (const who of [ada, grace]) await hasOneOfEach(who)
    },
    60_000,
  )

  test('the screen takes any form and any address', async () => {
    const [ada, grace] = [await person(), await subscriber()]
    const intent = fc.oneof(fc.constantFrom('cancel', 'resume', 'checkout'), oddText)
    const query = fc.dictionary(fc.constantFrom('checkout', 'look', 'cancel', 'x'), oddText)
    await fc.assert(
      fc.asyncProperty(intent, oddFields, query, async (intent, fields, query) => {
        const search = new URLSearchParams(query).toString().slice(0, 6_000)
        for (const who of [ada, grace]) {
          holds(await who.submit(screen, [['intent', intent], ...fields]), false)
          expect([200, 302]).toContain((await who.visit(`${screen}?${search}`)).status)
        }
      }),
      options,
    )
    for (const who of [ada, grace]) await hasOneOfEach(who)
  }, 60_000)

  test("Stripe's webhook refuses whatever is not signed, and it changes nothing", async () => {
    const grace = await subscriber()
    const { customer } = await truthOf(grace)
    const genuine = JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { object: { customer } } })
    const now = Math.floor(Date.now() / 1_000)
    const signature = fc.oneof(
      word,
      word.map((text) => `t=${now},v1=${text}`),
      word.map((text) => `t=${text},v1=${sign(genuine, webhookSecret).split('v1=')[1]}`),
      fc.constantFrom(sign(genuine, 'whsec_another'), sign(genuine, webhookSecret, 301), `t=${now},v0=x`),
    )
    const body = fc.oneof(fc.constant(Buffer.from(genuine)), oddBytes)
    const before = await rows()
    await fc.assert(
      fc.asyncProperty(oddType, signature, body, async (type, value, bytes) => {
        const headers = { 'Content-Type': type, 'Stripe-Signature': value }
        const answer = await createClient().send('POST', '/webhooks/stripe', {
          headers,
          body: bytes as BodyInit,
        })
        expect([answer.status, answer.body]).toEqual([400, { msg: 'The signature is not valid' }])
      }),
      { ...options, numRuns: 4 * options.numRuns },
    )
    expect(await rows()).toEqual(before)
  }, 60_000)

  test("Stripe's webhook copes with whatever is signed", async () => {
    const type = fc.oneof(fc.constantFrom('invoice.paid', 'customer.subscription.updated'), oddValue)
    const customer = fc.oneof(oddValue, fc.record({ id: oddValue }))
    const object = fc.oneof(fc.record({ customer }), oddValue)
    const id = fc.oneof(fc.uuid(), oddValue)
    const event = fc.record(
      { id, type, data: fc.oneof(fc.record({ object }), oddValue) },
      { requiredKeys: [] },
    )
    const body = fc.oneof(
      event.map((value) => JSON.stringify(value)),
      fc.json(),
      oddText,
    )
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        const signed = { ...json, 'Stripe-Signature': sign(text.toWellFormed(), webhookSecret) }
        const answer = await createClient().send('POST', '/webhooks/stripe', { headers: signed, body: text })
        expect([200, 400]).toContain(answer.status)
      }),
      { ...options, numRuns: 8 * options.numRuns },
    )
  }, 60_000)

  test("Postmark's webhook copes with whatever knows its password, and with nothing else", async () => {
    const told = (password: string) => ({ ...json, Authorization: `Basic ${btoa(`postmark:${password}`)}` })
    const report = fc.record(
      {
        RecordType: fc.oneof(fc.constantFrom('Bounce', 'SpamComplaint'), oddValue),
        Type: fc.oneof(fc.constantFrom('HardBounce', 'BadEmailAddress', 'SoftBounce'), oddValue),
        Email: oddValue,
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(report, oddType, oddBytes, async (object, type, bytes) => {
        const good = await createClient().post('/webhooks/postmark', object, told(secret))
        expect([200, 400, 413]).toContain(good.status)
        const headers = { ...told(secret), 'Content-Type': type }
        const odd = { headers, body: bytes as BodyInit }
        expect((await createClient().send('POST', '/webhooks/postmark', odd)).status).toBeLessThan(500)
      }),
      { ...options, numRuns: 4 * options.numRuns },
    )
    const before = await rows()
    const bounce = { RecordType: 'Bounce', Type: 'HardBounce', Email: 'ada@example.com' }
    await fc.assert(
      fc.asyncProperty(word, async (password) => {
        for (const headers of [told(password), { ...json, Authorization: password }, json]) {
          expect((await createClient().post('/webhooks/postmark', bounce, headers)).status).toBe(401)
        }
      }),
      options,
    )
    expect(await rows()).toEqual(before)
  }, 60_000)

  test('the job runs for nobody who does not know its secret, and takes any body', async () => {
    const late = await person({ days: 0 })
    await fc.assert(
      fc.asyncProperty(word, oddType, oddBytes, async (value, type, bytes) => {
        for (const Authorization of [value, `Bearer ${value}`, `Basic ${value}`]) {
          const headers = { 'Content-Type': type, Authorization }
          const init = { headers, body: bytes as BodyInit }
          expect((await createClient().send('POST', '/jobs/expire-trials', init)).status).toBe(401)
        }
      }),
      options,
    )
    const [user] = await db.select().from(users).where(eq(users._id, late.user._id))
    expect(user?.trialStatus).toBe('trialing')
    const headers = { ...json, Authorization: `Bearer ${secret}` }
    const run = await createClient().send('POST', '/jobs/expire-trials', { headers, body: '{' })
    expect(run.status).toBe(200)
  }, 60_000)

  test.each(['/webhooks/stripe', '/webhooks/postmark'])('%s answers 10 MB with 413', async (path) => {
    const headers = { ...json, Authorization: `Basic ${btoa(`:${secret}`)}`, 'Stripe-Signature': 't=1,v1=x' }
    const body = `{"id":"${'x'.repeat(10_000_000)}"}`
    expect((await createClient().send('POST', path, { headers, body })).status).toBe(413)
  })

  test.each([
    [`${billing}/status`, 'GET, HEAD'],
    ...[...addresses, '/webhooks/stripe', '/webhooks/postmark', '/jobs/expire-trials'].map((path) => [
      path,
      'POST',
    ]),
  ])('%s allows %s and nothing else', async (path = '', allowed = '') => {
    const ada = await person()
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      if (allowed.includes(method)) continue
      const answer = await ada.send(method, path)
      expect([method, answer.status, answer.headers.get('Allow')]).toEqual([method, 405, allowed])
      expect(answer.body).toEqual({ msg: 'Method not allowed' })
    }
  })
})

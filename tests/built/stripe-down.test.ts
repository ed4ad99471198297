import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Emulator, open, webhookSecret } from '../emulators/support'
import { type Fault, faults } from '../support/faulty-proxy'
import { freePort } from '../support/postgres.mjs'
import { startServer } from '../support/server.mjs'
import { isFullRun, sharedDatabase } from '../support/shared-database'
import { sign } from '../support/webhook-relay'

const database = await sharedDatabase('stripe_down')
const CRON_SECRET = 'secret-of-the-scheduler'
const screen = '/dashboard/subscription'
const all = ['refused', ...Object.keys(faults)] as Fault[]
const fewFaults: Fault[] = [
  'no response, processed',
  'refused',
  'connection reset within the body',
  'a text',
  'an error 500',
  'an object without its fields',
]

describe.skipIf(!database)('while Stripe is down, slow, or sends invalid responses', () => {
  const sql = database?.sql as NonNullable<typeof database>['sql']
  let emulator: Emulator
  let app: Awaited<ReturnType<typeof startServer>>
  let hasEnded = false
  let people = 0

  beforeAll(async () => {
    const PORT = String(await freePort())
    emulator = await open({ webhookUrl: `http://127.0.0.1:${PORT}/webhooks/stripe` })
    app = await startServer({
      PORT,
      DATABASE_URL: database?.url ?? '',
      ...emulator.env,
      CRON_SECRET,
      DEMO_ACCOUNT: 'off',
    })
    app.ended.then(() => {
      hasEnded = true
    })
  })
  afterEach(async () => {
    await emulator.faults.repair()
    await emulator.deliver()
  })
  afterAll(async () => {
    await app.stop()
    await emulator.stop()
    await database?.stop()
  })

  type TimedResponse = {
    status: number
    text: string
    location: string | null
    seconds: number
    cookies: string[]
  }

  async function request(path: string, init: RequestInit = {}): Promise<TimedResponse> {
    const started = performance.now()
    const response = await fetch(app.url + path, { redirect: 'manual', ...init })
    const text = await response.text()
    const seconds = (performance.now() - started) / 1_000
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
    return { status: response.status, text, location: response.headers.get('Location'), seconds, cookies }
  }

  const json = { 'Content-Type': 'application/json' }
  const post = (path: string, body: object, headers = {}) =>
    request(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })

  async function person() {
    people += 1
    const account = { Firstname: 'Ada', Email: `ada${people}@example.com`, Password: 'Blue-Heron-42' }
    const from = { 'X-Forwarded-For': `10.1.${people >> 8}.${people & 255}` }
    await post('/api/v1/auth/register', account, from)
    const Cookie = (await post('/api/v1/auth/login', account, from)).cookies.join('; ')
    const api = (name: string) => post(`/api/v1/subscriptions/${name}`, {}, { Cookie })
    const submit = (intent: string) =>
      request(screen, { method: 'POST', headers: { Cookie }, body: new URLSearchParams({ intent }) })
    /** The text of the page that the form redirects to. */
    async function followRedirect({ location, cookies }: TimedResponse) {
      expect(location).toBe(screen)
      return (await request(screen, { headers: { Cookie: [Cookie, ...cookies].join('; ') } })).text
    }
    const status = async () =>
      JSON.parse((await request('/api/v1/subscriptions/status', { headers: { Cookie } })).text).subscription
    const visit = (path = screen) => request(path, { headers: { Cookie } })
    return { ...account, api, submit, followRedirect, status, visit }
  }
  type Person = Awaited<ReturnType<typeof person>>
  type Six = [Person, Person, Person, Person, Person, Person]

  async function pay(who: Person) {
    const response = await who.api('create-checkout-session')
    expect(response.status, response.text).toBe(200)
    const session = JSON.parse(response.text).url.split('/checkout/')[1]
    await emulator.finish(session)
    return session as string
  }

  async function subscriber() {
    const who = await person()
    await pay(who)
    await expect.poll(async () => (await who.status()).status).toBe('active')
    return who
  }

  async function stripeStateOf({ Email }: Person) {
    const { customers, sessions, subscriptions } = await emulator.state()
    const own = customers.filter(({ email }: { email: string }) => email === Email)
    const isTheirs = ({ customer }: { customer: string }) => customer === own[0]?.id
    return {
      customers: own,
      sessions: sessions.filter(isTheirs),
      subscriptions: subscriptions.filter(isTheirs),
    }
  }

  const rowOf = async ({ Email }: Person) =>
    (await sql`select s.* from subscriptions s join users on users.id = user_id where email = ${Email}`)[0]

  async function webhookAbout(who: Person) {
    const { subscriptions } = await stripeStateOf(who)
    const body = JSON.stringify({
      id: `evt_${people}_${Date.now()}`,
      object: 'event',
      type: 'customer.subscription.updated',
      data: { object: subscriptions[0] },
    })
    const send = () =>
      request('/webhooks/stripe', {
        method: 'POST',
        headers: { ...json, 'Stripe-Signature': sign(body, webhookSecret) },
        body,
      })
    return { id: JSON.parse(body).id as string, send }
  }

  const runJob = () => post('/jobs/expire-trials', {}, { Authorization: `Bearer ${CRON_SECRET}` })

  /** Repeats a request until it succeeds. */
  async function retry(press: () => Promise<TimedResponse>) {
    await expect.poll(async () => (await press()).status, { interval: 500 }).toBe(200)
  }

  const failures = [
    'Failed to create checkout session',
    'Failed to cancel subscription',
    'Failed to resume subscription',
  ]

  test.each(isFullRun ? all : fewFaults)(
    '%s: each button reports the failure within 5 s, nothing is stored, and a retry succeeds afterwards',
    async (fault) => {
      const [ada, eve] = [await person(), await person()]
      const payers = await Promise.all(Array.from({ length: 6 }, () => subscriber()))
      const [canceling, leaving, resuming, staying, reading, notified] = payers as Six
      for (const who of [resuming, staying]) await who.api('cancel')
      await expect.poll(async () => (await emulator.state()).pendingWebhooks).toBe(0)
      emulator.hold()
      const back = await person()
      const session = await pay(back)
      const event = await webhookAbout(notified)
      await sql`update subscriptions set fetched_at = null where subscription_id is null`
      const before = await Promise.all(payers.map(rowOf))

      await emulator.faults.fail(fault)
      const responses = await Promise.all([
        ada.api('create-checkout-session'),
        canceling.api('cancel'),
        resuming.api('resume'),
        eve.submit('checkout'),
        leaving.submit('cancel'),
        staying.submit('resume'),
        back.visit(`${screen}?checkout=${session}`),
        event.send(),
        runJob(),
        reading.visit('/api/v1/subscriptions/status'),
      ])
      const [
        checkout,
        cancel,
        resume,
        checkoutForm,
        cancelForm,
        resumeForm,
        returnPage,
        webhook,
        job,
        status,
      ] = responses
      const slowest = Math.max(
        ...responses.filter((response) => response !== webhook).map(({ seconds }) => seconds),
      )
      const isSlow = fault === 'slow by 2.5 s a call'
      const after = await Promise.all(payers.map(rowOf))
      const screens = isSlow
        ? []
        : [
            await eve.followRedirect(checkoutForm),
            await leaving.followRedirect(cancelForm),
            await staying.followRedirect(resumeForm),
          ]
      await emulator.faults.repair()
      process.stdout.write(`${JSON.stringify({ fault, slowest: Number(slowest.toFixed(2)) })}\n`)

      expect(slowest).toBeLessThan(5)
      if (!isSlow) {
        const replies = [checkout, cancel, resume].map((response) => [
          response.status,
          JSON.parse(response.text),
        ])
        expect(replies).toEqual(failures.map((msg) => [503, { msg }]))
        for (const [n, text] of screens.entries()) expect(text).toContain(failures[n])
        expect(returnPage.status).toBe(200)
        expect(returnPage.text).toContain('We are waiting for the confirmation of your payment')
        expect(webhook.status).toBeGreaterThanOrEqual(500)
        expect(after).toEqual(before)
      }
      expect([200, 202]).toContain(job.status)
      expect([status.status, JSON.parse(status.text).subscription.status]).toEqual([200, 'active'])
      expect(hasEnded).toBe(false)

      await retry(() => ada.api('create-checkout-session'))
      await retry(() => eve.api('create-checkout-session'))
      await retry(() => canceling.api('cancel'))
      await retry(() => leaving.api('cancel'))
      await retry(() => resuming.api('resume'))
      await retry(() => staying.api('resume'))
      await retry(event.send)
      await retry(runJob)
      const [{ done_at }] =
        (await sql`select done_at from stripe_events where id = ${event.id}`) as unknown as [
          { done_at: Date },
        ]
      expect(done_at).toBeInstanceOf(Date)
      expect((await back.status()).status).toBe('active')
      await emulator.deliver()
      for (const who of [ada, eve]) await pay(who)
      await expect.poll(async () => (await eve.status()).status).toBe('active')
      for (const who of [ada, eve, back, ...payers]) await expectOneOfEach(who)
      const ends = (await Promise.all(payers.map(rowOf))).map((row) => row?.cancel_at_period_end)
      expect(ends).toEqual([true, true, false, false, false, false])
    },
    90_000,
  )

  /** Checks that Stripe has one customer, checkout and subscription, and that the row equals Stripe's state. */
  async function expectOneOfEach(who: Person) {
    const { customers, sessions, subscriptions } = await stripeStateOf(who)
    expect([customers.length, sessions.length, subscriptions.length]).toEqual([1, 1, 1])
    const [{ id, status, cancel_at_period_end }] = subscriptions
    expect(await rowOf(who)).toMatchObject({
      customer_id: customers[0].id,
      subscription_id: id,
      stripe_status: status,
      cancel_at_period_end,
    })
  }
})

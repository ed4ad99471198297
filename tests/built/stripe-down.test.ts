import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Fault, faults } from '../support/faulty-proxy'
import { type ClientResponse, httpClient } from '../support/http-client'
import { isFullRun, type SharedDatabase, sharedDatabase } from '../support/shared-database'
import {
  register,
  startWithStripe,
  storedSubscriptions,
  subscriptionsAtStripe,
  webhookAbout,
} from './support'

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
  const { sql, url, stop } = (database ?? {}) as SharedDatabase
  let { emulator, app } = {} as Awaited<ReturnType<typeof startWithStripe>>
  let hasEnded = false
  let people = 0

  beforeAll(async () => {
    const started = await startWithStripe(url, { CRON_SECRET, DEMO_ACCOUNT: 'off' })
    emulator = started.emulator
    app = started.app
    app.ended.then(() => {
      hasEnded = true
    })
  })
  afterEach(async () => {
    await emulator.faults.repair()
    await emulator.clear()
    await sql`delete from subscriptions`
  })
  afterAll(async () => {
    await app.stop()
    await emulator.stop()
    await stop()
  })

  type Person = Awaited<ReturnType<typeof register>>
  type Six = [Person, Person, Person, Person, Person, Person]
  const person = () => register(app.url, emulator, `ada${++people}`)

  async function subscriber() {
    const who = await person()
    await who.pay()
    await expect.poll(async () => (await who.status()).status).toBe('active')
    return who
  }

  const runJob = () =>
    httpClient(app.url).post('/jobs/expire-trials', {}, { Authorization: `Bearer ${CRON_SECRET}` })

  async function timed(request: Promise<ClientResponse>) {
    const started = performance.now()
    const response = await request
    return { ...response, seconds: (performance.now() - started) / 1_000 }
  }

  /** Repeats a request until it succeeds. */
  async function retry(press: () => Promise<ClientResponse>) {
    await expect.poll(async () => (await press()).status, { interval: 500 }).toBe(200)
  }

  test.each(isFullRun ? all : fewFaults)(
    '%s: each button reports the failure, nothing is stored, and a retry succeeds afterwards',
    async (fault) => {
      const [ada, eve] = [await person(), await person()]
      const payers = (await Promise.all(Array.from({ length: 6 }, subscriber))) as Six
      const [canceling, leaving, resuming, staying, reading, notified] = payers
      for (const who of [resuming, staying]) await who.call('cancel')
      await expect.poll(async () => (await emulator.state()).pendingWebhooks).toBe(0)
      const { customers } = await emulator.state()
      const event = webhookAbout(customers.find(({ email }) => email === notified.Email)?.id ?? '')
      emulator.hold()
      const back = await person()
      const session = await back.pay()
      await sql`update subscriptions set fetched_at = null where subscription_id is null`
      const rows = async () => [
        ...(await sql`select * from subscriptions where subscription_id is not null order by user_id`),
      ]
      const before = await rows()

      await emulator.faults.fail(fault)
      const [api, forms, [returnPage, status, job], webhook] = await Promise.all([
        Promise.all([
          timed(ada.call('create-checkout-session')),
          timed(canceling.call('cancel')),
          timed(resuming.call('resume')),
        ]),
        Promise.all([
          timed(eve.submit(screen, { intent: 'checkout' })),
          timed(leaving.submit(screen, { intent: 'cancel' })),
          timed(staying.submit(screen, { intent: 'resume' })),
        ]),
        Promise.all([
          timed(back.visit(`${screen}?checkout=${session}`)),
          timed(reading.get('/api/v1/subscriptions/status')),
          timed(runJob()),
        ]),
        timed(event.send(app.url)),
      ])
      const isSlow = fault === 'slow by 2.5 s a call'
      const after = await rows()
      const screens = isSlow ? [] : await Promise.all([eve, leaving, staying].map((who) => who.visit(screen)))
      await emulator.faults.repair()
      const slowest = Math.max(...[...api, ...forms, returnPage, status, job].map(({ seconds }) => seconds))
      process.stdout.write(`${JSON.stringify({ fault, slowest: Number(slowest.toFixed(2)) })}\n`)

      // The full run has the machine for itself.
      if (isFullRun) expect(slowest).toBeLessThan(5)
      if (!isSlow) {
        for (const [n, what] of [
          'create checkout session',
          'cancel subscription',
          'resume subscription',
        ].entries()) {
          const msg = `Failed to ${what}`
          expect(api[n]).toMatchObject({ status: 503, body: { msg } })
          expect(forms[n]?.status).toBe(302)
          expect(screens[n]?.text).toContain(msg)
        }
        expect(returnPage.status).toBe(200)
        expect(returnPage.text).toContain('We are waiting for the confirmation of your payment')
        expect(webhook.status).toBeGreaterThanOrEqual(500)
        expect(after).toEqual(before)
      }
      expect([200, 202]).toContain(job.status)
      expect([status.status, status.body.subscription.status]).toEqual([200, 'active'])
      expect(hasEnded).toBe(false)

      for (const who of [ada, eve]) await retry(() => who.call('create-checkout-session'))
      for (const who of [canceling, leaving]) await retry(() => who.call('cancel'))
      for (const who of [resuming, staying]) await retry(() => who.call('resume'))
      await retry(() => event.send(app.url))
      await retry(runJob)
      expect(
        await sql`select 1 from stripe_events where id = ${event.id} and done_at is not null`,
      ).toHaveLength(1)
      expect((await back.status()).status).toBe('active')
      await emulator.deliver()
      for (const who of [ada, eve]) await who.pay()
      const { customers: found, sessions, subscriptions } = await emulator.state()
      const emails = [ada, eve, back, ...payers].map(({ Email }) => Email)
      expect(found.map(({ email }) => email).sort()).toEqual(emails.sort())
      expect([sessions.length, subscriptions.length]).toEqual([emails.length, emails.length])
      const expected = await subscriptionsAtStripe(emulator)
      await expect.poll(() => storedSubscriptions(sql)).toEqual(expected)
      const ends = await Promise.all(payers.map(async (who) => (await who.status()).cancelAtPeriodEnd))
      expect(ends).toEqual([true, true, false, false, false, false])
    },
    600_000,
  )
})

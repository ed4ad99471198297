import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Emulator, open, webhookSecret } from '../emulators/support'
import { httpClient } from '../support/http-client'
import { freePort } from '../support/postgres.mjs'
import { startServer } from '../support/server.mjs'
import { isFullRun, sharedDatabase } from '../support/shared-database'
import { forgeries, sign } from '../support/webhook-relay'

const database = await sharedDatabase('deliveries')
const people = isFullRun ? 120 : 8
const cards = ['works', 'declined-later', 'works'] as const

describe.skipIf(!database)(isFullRun ? '10,000 deliveries' : '500 deliveries', () => {
  const sql = database?.sql as NonNullable<typeof database>['sql']
  let emulator: Emulator
  let app: Awaited<ReturnType<typeof startServer>>
  let env: Record<string, string>

  beforeAll(async () => {
    const PORT = String(await freePort())
    const webhookUrl = `http://127.0.0.1:${PORT}/webhooks/stripe`
    emulator = await open({ webhookUrl, firstRetry: 50 })
    env = {
      PORT,
      DATABASE_URL: database?.url ?? '',
      ...emulator.env,
    }
    app = await startServer(env)
    emulator.hold()
  })
  afterAll(async () => {
    await app.stop('SIGKILL')
    await emulator.stop()
    await database?.stop()
  })

  /** Registers, opens the checkout and pays. */
  async function subscriber(n: number) {
    const account = { Firstname: 'Ada', Email: `payer${n}@example.com`, Password: 'Blue-Heron-42' }
    const client = httpClient(app.url)
    for (const path of ['register', 'login']) await client.post(`/api/v1/auth/${path}`, account)
    const checkout = await client.post('/api/v1/subscriptions/create-checkout-session', {})
    expect(checkout.status, checkout.text).toBe(200)
    const { url } = checkout.body
    await emulator.finish(url.split('/checkout/')[1], cards[n % cards.length])
    if (n % 5 === 0) await client.post('/api/v1/subscriptions/cancel', {})
  }

  /** Kills and restarts the app repeatedly during `work`. The short run deletes leases instead of letting them expire. */
  async function whileKilled<T>(work: Promise<T>) {
    let isDone = false
    let kills = 0
    const done = work.finally(() => {
      isDone = true
    })
    while (!isDone) {
      await Promise.race([done, new Promise((resolve) => setTimeout(resolve, isFullRun ? 2_000 : 800))])
      if (isDone || kills === (isFullRun ? 12 : 2)) break
      await app.stop('SIGKILL')
      if (!isFullRun) await sql`delete from leases`
      kills += 1
      app = await startServer(env)
    }
    return { result: await done, kills }
  }

  const sortedJson = <T extends object>(list: Iterable<T>) =>
    [...list].map((row) => JSON.stringify(row)).sort((a, b) => a.localeCompare(b))

  /** The rows that Stripe's state should result in. */
  async function expectedRows() {
    const { subscriptions } = await emulator.state()
    return sortedJson(
      subscriptions.map((one: Subscription) => ({
        customer_id: one.customer,
        subscription_id: one.id,
        stripe_status: one.status,
        cancel_at_period_end: one.cancel_at_period_end,
        end: one.items.data[0]?.current_period_end,
      })),
    )
  }

  const rows = async () =>
    sortedJson(
      await sql`
      select customer_id, subscription_id, stripe_status, cancel_at_period_end,
        extract(epoch from current_period_end)::int as "end"
      from subscriptions`,
    )

  /** The rows that a webhook could have changed. */
  const allRows = async () => [
    await sql`select * from subscriptions order by user_id`,
    await sql`select * from mails order by id`,
    await sql`select * from stripe_events order by id`,
  ]

  test('forged events change nothing, although each concerns a customer whose row is out of date', async () => {
    for (let n = 0; n < people; n++) await subscriber(n)
    await emulator.advance(isFullRun ? 'P75D' : 'P50D')
    const [before, expected] = [await allRows(), new Set(await expectedRows())]
    for (const row of await rows()) expect(expected).not.toContain(row)
    const events = await emulator.events()
    const statuses = await Promise.all(
      events.map((event, n) => emulator.forge(forgeries[n % 4] ?? 'secret', event)),
    )
    expect(statuses).toEqual(events.map(() => 400))
    expect(await allRows()).toEqual(before)
  }, 300_000)

  test("the rows equal Stripe's state after events were repeated, shuffled and partly forged or stale, while the app was killed", async () => {
    const started = performance.now()
    const { result, kills } = await whileKilled(
      emulator.release({ order: 'shuffled', times: 5, parallel: 8, hasForged: true }),
    )
    const seconds = Math.round((performance.now() - started) / 1_000)
    const { genuine, forged } = result
    const sent = genuine + forged
    process.stdout.write(`${JSON.stringify({ sent, ...result, kills, seconds })}\n`)
    expect(sent).toBeGreaterThan(isFullRun ? 10_000 : 500)
    expect(forged / sent).toBeCloseTo(0.2, 2)
    expect(kills).toBeGreaterThan(isFullRun ? 4 : 0)
    expect(result.acknowledged).toBe(genuine)
    expect(result.accepted).toBe(0)

    const expected = await expectedRows()
    expect(expected).toHaveLength(people)
    expect(await rows()).toEqual(expected)
    const statuses = await sql`select distinct stripe_status from subscriptions`
    expect(statuses.length).toBeGreaterThan(1)
  }, 1_200_000)

  test('each handled event was recorded and completed once', async () => {
    const ours = (await emulator.events()).filter(({ type }) => handled.test(type)).map(({ id }) => id)
    const completed = (await sql`select id from stripe_events where done_at is not null`).map(({ id }) => id)
    expect(completed.sort()).toEqual(ours.sort())
    const left = await sql`select 1 from stripe_events where done_at is null`
    expect(left).toHaveLength(0)
  })

  /** Sends a signed event of a customer. */
  function sendEvent(url: string, customer: string) {
    const id = `evt_${Math.random().toString(36).slice(2)}`
    const event = { id, object: 'event', type: 'invoice.paid', data: { object: { customer } } }
    const body = JSON.stringify(event)
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': sign(body, webhookSecret) }
    return fetch(`${url}/webhooks/stripe`, { method: 'POST', headers, body })
  }

  test('of two processes, the one with the older state of Stripe does not overwrite the newer state', async () => {
    const other = await startServer({ ...env, PORT: '0' })
    const { subscriptions }: { subscriptions: Subscription[] } = await emulator.state()
    const { id, customer } = subscriptions.find(({ status }) => status === 'active') as Subscription
    await emulator.faults.fail('slow by 2.5 s a call', 1)
    const early = sendEvent(app.url, customer)
    await expect.poll(emulator.faults.isOver).toBe(true)
    await emulator.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    const responses = await Promise.all([early, sendEvent(other.url, customer)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    await other.stop()
    expect(await rows()).toEqual(await expectedRows())
  })
})

/** The types of events that the app handles (product 8.4). */
const handled =
  /^(checkout\.session\.(completed|async_payment_.*)|customer\.subscription\..*|invoice\.(paid|payment_failed|payment_action_required|marked_uncollectible))$/

type Subscription = {
  id: string
  customer: string
  status: string
  cancel_at_period_end: boolean
  items: { data: { current_period_end: number }[] }
}

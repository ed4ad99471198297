import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sign } from '~/stand-in/deliveries.server'
import { standInKeys } from '~/stand-in/stand-in.server'
import { open, type StandIn, webhookSecret } from '../stand-in/support'
import { isWhole, sharedDatabase } from '../support/billing'
import { freePort } from '../support/postgres.mjs'
import { startServer } from '../support/server.mjs'

const database = await sharedDatabase('deliveries')
const people = isWhole ? 120 : 8
const cards = ['works', 'declined-later', 'works'] as const

describe.skipIf(!database)(isWhole ? '10,000 deliveries' : '500 deliveries', () => {
  const sql = database?.sql as NonNullable<typeof database>['sql']
  let standIn: StandIn
  let app: Awaited<ReturnType<typeof startServer>>
  let env: Record<string, string>

  beforeAll(async () => {
    const PORT = String(await freePort())
    const webhookUrl = `http://127.0.0.1:${PORT}/webhooks/stripe`
    standIn = await open({ webhookUrl, firstRetry: 50 })
    env = {
      PORT,
      DATABASE_URL: database?.url ?? '',
      STRIPE_SECRET_KEY: standInKeys.secretKey,
      STRIPE_PRICE_ID: standInKeys.priceId,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: standIn.url,
    }
    app = await startServer(env)
    await standIn.control('webhooks', { mode: 'hold' })
  })
  afterAll(async () => {
    await app.stop('SIGKILL')
    await standIn.stop()
    await database?.stop()
  })

  /** Registers, goes to the checkout, and pays. */
  async function subscriber(n: number) {
    const account = { Firstname: 'Ada', Email: `payer${n}@example.com`, Password: 'Blue-Heron-42' }
    const from = `10.2.${n >> 8}.${n & 255}`
    const post = (path: string, body: object, headers = {}) =>
      fetch(`${app.url}/api/v1/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from, ...headers },
        body: JSON.stringify(body),
      })
    await post('auth/register', account)
    const login = await post('auth/login', account)
    const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    const Cookie = cookies.join('; ')
    const checkout = await post('subscriptions/create-checkout-session', {}, { Cookie })
    expect(checkout.status, await checkout.clone().text()).toBe(200)
    const { url } = await checkout.json()
    await standIn.finish(url.split('/checkout/')[1], cards[n % cards.length])
    if (n % 5 === 0) await post('subscriptions/cancel', {}, { Cookie })
  }

  /** The process dies as often as there is time, until `work` is done. What it held is free after half a minute, which the part run does not wait for. */
  async function whileKilled<T>(work: Promise<T>) {
    let isDone = false
    let kills = 0
    const done = work.finally(() => {
      isDone = true
    })
    while (!isDone) {
      await Promise.race([done, new Promise((resolve) => setTimeout(resolve, isWhole ? 2_000 : 800))])
      if (isDone || kills === (isWhole ? 12 : 2)) break
      await app.stop('SIGKILL')
      if (!isWhole) await sql`delete from locks`
      kills += 1
      app = await startServer(env)
    }
    return { result: await done, kills }
  }

  const state = async () => (await fetch(`${standIn.url}/stand-in/state`)).json()
  const inOrder = <T extends object>(list: Iterable<T>) =>
    [...list].map((row) => JSON.stringify(row)).sort((a, b) => a.localeCompare(b))

  /** What Stripe holds, as the rows are to hold it. */
  async function truth() {
    const { subscriptions } = await state()
    return inOrder(
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
    inOrder(
      await sql`
      select customer_id, subscription_id, stripe_status, cancel_at_period_end,
        extract(epoch from current_period_end)::int as "end"
      from subscriptions`,
    )

  /** Everything that a webhook could have changed. */
  const touched = async () => [
    await sql`select * from subscriptions order by user_id`,
    await sql`select * from mails order by id`,
    await sql`select * from stripe_events order by id`,
  ]

  type Event = { id: string; type: string }
  const kinds = ['secret', 'stale', 'body', 'unsigned']

  test('forged ones change nothing, though each is about a customer whose row is not what Stripe holds', async () => {
    for (let n = 0; n < people; n++) await subscriber(n)
    await standIn.advance(isWhole ? 'P75D' : 'P50D')
    const [before, wanted] = [await touched(), new Set(await truth())]
    for (const row of await rows()) expect(wanted).not.toContain(row)
    const { events }: { events: Event[] } = await state()
    const answers = await Promise.all(
      events.map(({ id }, n) => standIn.control('webhooks/forge', { kind: kinds[n % 4], event: id })),
    )
    expect(answers.map(({ status }) => status)).toEqual(events.map(() => 400))
    expect(await touched()).toEqual(before)
  }, 300_000)

  test('each five times, shuffled, a tenth forged, a tenth stale, the app killed now and then', async () => {
    const started = performance.now()
    const { result, kills } = await whileKilled<Record<string, number>>(
      standIn.control('webhooks/release', {
        order: 'shuffled',
        times: 5,
        forged: 0.1,
        stale: 0.1,
        parallel: 8,
        seed: 2026,
      }),
    )
    const seconds = Math.round((performance.now() - started) / 1_000)
    const { genuine = 0, forged = 0, stale = 0 } = result
    const sent = genuine + forged + stale
    process.stdout.write(`${JSON.stringify({ sent, ...result, kills, seconds })}\n`)
    expect(sent).toBeGreaterThan(isWhole ? 10_000 : 500)
    for (const share of [forged, stale]) expect(share / sent).toBeCloseTo(0.1, 2)
    expect(kills).toBeGreaterThan(isWhole ? 4 : 0)
    expect(result.acknowledged).toBe(genuine)
    expect(result.accepted).toBe(0)

    const wanted = await truth()
    expect(wanted).toHaveLength(people)
    expect(await rows()).toEqual(wanted)
    const statuses = await sql`select distinct stripe_status from subscriptions`
    expect(statuses.length).toBeGreaterThan(1)
  }, 1_200_000)

  test('each event that is ours was written down once, and is done', async () => {
    const { events }: { events: Event[] } = await state()
    const ours = events.filter(({ type }) => handled.test(type)).map(({ id }) => id)
    const known = (await sql`select id from stripe_events where done_at is not null`).map(({ id }) => id)
    // Of more than 1,000 the stand-in keeps the newest.
    if (isWhole) expect(known).toEqual(expect.arrayContaining(ours))
    else expect(known.sort()).toEqual(ours.sort())
    const left = await sql`select 1 from stripe_events where done_at is null`
    expect(left).toHaveLength(0)
  })

  /** An event of a customer, as Stripe would sign it. */
  function tell(url: string, customer: string) {
    const id = `evt_${Math.random().toString(36).slice(2)}`
    const event = { id, object: 'event', type: 'invoice.paid', data: { object: { customer } } }
    const body = JSON.stringify(event)
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': sign(body, webhookSecret) }
    return fetch(`${url}/webhooks/stripe`, { method: 'POST', headers, body })
  }

  test('of two processes, the one that asked earlier does not store an older truth over a newer', async () => {
    const other = await startServer({ ...env, PORT: '0' })
    const { subscriptions }: { subscriptions: Subscription[] } = await state()
    const { id, customer } = subscriptions.find(({ status }) => status === 'active') as Subscription
    await standIn.control('faults', { of: 'stripe', kind: 'slow', times: 1, ms: 2_000 })
    const early = tell(app.url, customer)
    await expect.poll(async () => (await state()).faults.stripe.kind).toBe('none')
    await standIn.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    const answers = await Promise.all([early, tell(other.url, customer)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await other.stop()
    expect(await rows()).toEqual(await truth())
  })
})

/** Product 8.4. */
const handled =
  /^(checkout\.session\.(completed|async_payment_.*)|customer\.subscription\..*|invoice\.(paid|payment_failed|payment_action_required|marked_uncollectible))$/

type Subscription = {
  id: string
  customer: string
  status: string
  cancel_at_period_end: boolean
  items: { data: { current_period_end: number }[] }
}

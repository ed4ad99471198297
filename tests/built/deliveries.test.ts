import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { standInKeys } from '~/stand-in/stand-in.server'
import { open, type StandIn, webhookSecret } from '../stand-in/support'
import { isWhole, sharedDatabase } from '../support/billing'
import { freePort } from '../support/postgres.mjs'
import { startServer } from '../support/server.mjs'

const database = await sharedDatabase('deliveries')
const people = isWhole ? 120 : 8
const cards = ['works', 'declined-later', 'works'] as const

describe.skipIf(!database)('10,000 deliveries, or 500', () => {
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
    const post = (path: string, body: object, headers = {}) =>
      fetch(`${app.url}/api/v1/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
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

  /** The process dies as often as there is time, until `work` is done. */
  async function whileKilled<T>(work: Promise<T>) {
    let isDone = false
    let kills = 0
    const done = work.finally(() => {
      isDone = true
    })
    while (!isDone) {
      await Promise.race([done, new Promise((resolve) => setTimeout(resolve, isWhole ? 8_000 : 3_000))])
      if (isDone || kills === (isWhole ? 12 : 2)) break
      await app.stop('SIGKILL')
      kills += 1
      app = await startServer(env)
    }
    return { result: await done, kills }
  }

  test('each five times, shuffled, a tenth forged, a tenth stale, the app killed now and then', async () => {
    for (let n = 0; n < people; n++) await subscriber(n)
    await standIn.advance(isWhole ? 'P75D' : 'P50D')
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
    const { genuine = 0, forged = 0, stale = 0 } = result
    process.stdout.write(`${JSON.stringify({ ...result, kills })}\n`)
    expect(genuine + forged + stale).toBeGreaterThan(isWhole ? 10_000 : 500)
    expect(kills).toBeGreaterThan(0)
    expect(result.acknowledged).toBe(genuine)
    expect(result.accepted).toBe(0)

    const state = await (await fetch(`${standIn.url}/stand-in/state`)).json()
    const truth = state.subscriptions.map((one: Subscription) => ({
      customer_id: one.customer,
      subscription_id: one.id,
      stripe_status: one.status,
      cancel_at_period_end: one.cancel_at_period_end,
      end: one.items.data[0]?.current_period_end,
    }))
    const rows = (await sql`
      select customer_id, subscription_id, stripe_status, cancel_at_period_end,
        extract(epoch from current_period_end)::int as "end"
      from subscriptions`) as unknown as { customer_id: string }[]
    const inOrder = (list: { customer_id: string }[]) =>
      list.map((row) => ({ ...row })).sort((a, b) => a.customer_id.localeCompare(b.customer_id))
    expect(truth).toHaveLength(people)
    expect(inOrder(rows)).toEqual(inOrder(truth))
    expect(new Set(truth.map((row: { stripe_status: string }) => row.stripe_status)).size).toBeGreaterThan(1)
    const [left] = (await sql`
      select count(*)::int as n from stripe_events where done_at is null`) as unknown as [{ n: number }]
    expect(left.n).toBe(0)
  }, 1_200_000)
})

type Subscription = {
  id: string
  customer: string
  status: string
  cancel_at_period_end: boolean
  items: { data: { current_period_end: number }[] }
}

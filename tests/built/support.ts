import { expect } from 'vitest'
import { type Emulator, open, webhookSecret } from '../dev/support'
import { httpClient } from '../support/http-client'
import { freePort } from '../support/postgres.mjs'
import { startServer } from '../support/server.mjs'
import type { SharedDatabase } from '../support/shared-database'
import { sign } from '../support/webhook-relay'

/** Starts the built app, and an emulator of Stripe that sends its webhooks to the app. */
export async function startWithStripe(DATABASE_URL: string, more: Record<string, string> = {}) {
  const PORT = String(await freePort())
  const emulator = await open({ webhookUrl: `http://127.0.0.1:${PORT}/webhooks/stripe`, firstRetry: 50 })
  const env: Record<string, string> = { PORT, DATABASE_URL, ...emulator.env, ...more }
  return { emulator, env, app: await startServer(env) }
}

/** Registers a user and signs in. */
export async function register(origin: string, emulator: Emulator, name: string) {
  const client = httpClient(origin)
  const account = { Firstname: 'Ada', Email: `${name}@example.com`, Password: 'Blue-Heron-42' }
  for (const path of ['register', 'login']) await client.post(`/api/v1/auth/${path}`, account)
  const call = (path: string) => client.post(`/api/v1/subscriptions/${path}`, {})
  /** Opens a checkout and returns the id of its session. A busy machine exceeds the deadline of Stripe. */
  async function checkout() {
    const open = () => call('create-checkout-session')
    let opened = await open()
    while (opened.status === 503) opened = await open()
    expect(opened.status, opened.text).toBe(200)
    return opened.body.url.split('/checkout/')[1] as string
  }
  async function pay(card?: Parameters<Emulator['finish']>[1]) {
    const session = await checkout()
    await emulator.finish(session, card)
    return session
  }
  const status = async () => (await client.get('/api/v1/subscriptions/status')).body.subscription
  return { ...client, Email: account.Email, call, checkout, pay, status }
}

/** The subscriptions that the app has stored. */
export const storedSubscriptions = async (sql: SharedDatabase['sql']) => [
  ...(await sql`
    select customer_id, subscription_id, stripe_status, cancel_at_period_end,
      extract(epoch from current_period_end)::int as period_end
    from subscriptions order by customer_id`),
]

/** The subscriptions of the emulator, in the form of `storedSubscriptions`. */
export async function subscriptionsAtStripe(emulator: Emulator) {
  const { subscriptions } = await emulator.state()
  return subscriptions
    .map(({ id, customer, status, cancel_at_period_end, items }) => ({
      customer_id: customer,
      subscription_id: id,
      stripe_status: status,
      cancel_at_period_end,
      period_end: items.data[0].current_period_end,
    }))
    .sort((a, b) => a.customer_id.localeCompare(b.customer_id))
}

/** A signed event of a customer. `send` can be called several times. */
export function webhookAbout(customer: string) {
  const id = `evt_${Math.random().toString(36).slice(2)}`
  const body = JSON.stringify({ id, object: 'event', type: 'invoice.paid', data: { object: { customer } } })
  const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': sign(body, webhookSecret) }
  const send = (origin: string) => httpClient(origin).send('POST', '/webhooks/stripe', { headers, body })
  return { id, send }
}

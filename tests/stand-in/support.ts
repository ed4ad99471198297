import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterAll, beforeAll } from 'vitest'
import { standInKeys, startStandIn } from '~/stand-in/stand-in.server'

export const webhookSecret = 'whsec_of_these_tests'
export const { priceId } = standInKeys

export const stripeAt = (url: string, more: object = {}) =>
  new Stripe(standInKeys.secretKey, {
    host: '127.0.0.1',
    port: new URL(url).port,
    protocol: 'http',
    maxNetworkRetries: 0,
    ...more,
  })

type Options = Partial<Parameters<typeof startStandIn>[0]>

/** A stand-in of one's own. */
export async function open(options: Options = {}) {
  const { url, stop } = await startStandIn({ price: 495, webhookSecret, firstRetry: 10, ...options })
  const control = async (path: string, given: object) => {
    const response = await fetch(`${url}/stand-in/${path}`, { method: 'POST', body: JSON.stringify(given) })
    const answer = await response.json()
    if (!response.ok) throw new Error(answer.message)
    return answer
  }
  /** As the person at the checkout page does it. */
  const finish = (session: string, card: 'works' | 'declined-later' | 'declined' = 'works') =>
    fetch(`${url}/checkout/${session}`, {
      method: 'POST',
      body: new URLSearchParams({ card }),
      redirect: 'manual',
    })
  const state = async () => (await fetch(`${url}/stand-in/state`)).json()
  const subscription = async (id: string): Promise<Stripe.Subscription> =>
    (await state()).subscriptions.find((one: { id: string }) => one.id === id)
  return {
    url,
    stop,
    control,
    finish,
    state,
    subscription,
    stripe: stripeAt(url),
    advance: (advance: string) => control('clock', { advance }),
  }
}

export type StandIn = Awaited<ReturnType<typeof open>>

/** One for all tests of a file. */
export function withStandIn(options: () => Options = () => ({})) {
  const held = {} as StandIn
  beforeAll(async () => void Object.assign(held, await open(options())))
  afterAll(() => held.stop())
  return held
}

export const plan = {
  mode: 'subscription',
  line_items: [{ price: priceId, quantity: 1 }],
  success_url: 'http://localhost:3000/done?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:3000/back',
} satisfies Stripe.Checkout.SessionCreateParams

/** A customer with a subscription, begun at the checkout page. */
export async function subscribed(
  { stripe, finish }: StandIn,
  { trial, card = 'works' }: { trial?: number; card?: 'works' | 'declined-later' } = {},
) {
  const customer = await stripe.customers.create({ email: 'ada@example.com' })
  const session = await stripe.checkout.sessions.create({
    ...plan,
    customer: customer.id,
    ...(trial && { subscription_data: { trial_period_days: trial } }),
  })
  await finish(session.id, card)
  const [subscription] = (await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data
  if (!subscription) throw new Error('There is no subscription')
  return { customer, session, subscription }
}

export const isoDay = (seconds: number | null | undefined) =>
  new Date((seconds ?? 0) * 1_000).toISOString().slice(0, 10)

/** What an app hears at its webhook; `answers` gives the status to each. */
export async function listen(answers: (count: number) => number = () => 200) {
  const heard: { headers: Record<string, unknown>; body: string }[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    heard.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
    const status = answers(heard.length)
    if (status === 0) response.destroy()
    else response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${port}/webhooks/stripe`, heard, stop }
}

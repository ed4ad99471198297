import Stripe from 'stripe'
import { afterAll, beforeAll } from 'vitest'
import { pricePence } from '~/account/billing/plan'
import type { TestCard } from '../../dev/checkout.server'
import type { Card, Customer, Invoice, Session, Subscription } from '../../dev/objects.server'
import { emulatorKeys, startStripeEmulator } from '../../dev/stripe-emulator.server'
import { setStatus } from '../../dev/subscriptions.server'
import { waitForWebhooks } from '../../dev/webhooks.server'
import { startFaultyProxy } from '../support/faulty-proxy'
import { startWebhookRelay } from '../support/webhook-relay'

export const webhookSecret = 'whsec_of_these_tests'
export const { priceId } = emulatorKeys

type Options = Partial<Parameters<typeof startStripeEmulator>[0]>

/** The response of `GET /emulator/state`. */
type State = {
  pendingWebhooks: number
  customers: Customer[]
  subscriptions: Subscription[]
  invoices: Invoice[]
  sessions: Session[]
  cards: Card[]
}

/**
 * Starts an emulator. Webhooks go to the app, or to a relay while they are delayed or if there is no app. `faults` is a
 * proxy through which the app can call the emulator.
 */
export async function open({ webhookUrl, ...options }: Options = {}) {
  const relay = await startWebhookRelay(webhookUrl, webhookSecret)
  const emulator = await startStripeEmulator({
    amount: pricePence,
    webhookSecret,
    firstRetry: 10,
    ...options,
    webhookUrl: webhookUrl ?? relay.url,
  })
  const { url, state } = emulator
  const faults = await startFaultyProxy(url)
  const stripe = new Stripe(emulatorKeys.secretKey, {
    host: '127.0.0.1',
    port: new URL(url).port,
    protocol: 'http',
    maxNetworkRetries: 0,
  })
  const command = async (path: string, given: object) => {
    const response = await fetch(`${url}/emulator/${path}`, { method: 'POST', body: JSON.stringify(given) })
    const { message } = await response.json()
    if (!response.ok) throw new Error(message)
  }
  /** Submits the checkout page's form. */
  const finish = (session: string, card: TestCard = 'works') =>
    fetch(`${url}/checkout/${session}`, {
      method: 'POST',
      body: new URLSearchParams({ card }),
      redirect: 'manual',
    })
  const subscription = (id: string) => {
    const found = state.subscriptions.get(id)
    if (!found) throw new Error(`There is no subscription ${id}`)
    return found
  }
  const sent = () => waitForWebhooks(emulator)
  return {
    url,
    options: emulator.options,
    state: async (): Promise<State> => (await fetch(`${url}/emulator/state`)).json(),
    subscription,
    stripe,
    faults,
    command,
    finish,
    advance: (advance: string) => command('clock', { advance }),
    setStatus: (id: string, status: string) => command(`subscriptions/${id}`, { status }),
    /** Does what Stripe's dashboard does: deletes the customer and cancels the subscriptions. */
    deleteCustomer: async (id: string) => {
      for (const row of state.subscriptions.values())
        if (row.customer === id && row.status !== 'canceled') setStatus(emulator, row, 'canceled')
      state.customers.set(id, { id, object: 'customer', deleted: true })
      await sent()
    },
    /** Does what Stripe's dashboard does: marks the invoice as uncollectible. */
    writeOff: (id: string) =>
      void Object.assign(state.invoices.get(id) ?? {}, {
        status: 'uncollectible',
        next_payment_attempt: null,
      }),
    waitForWebhooks: sent,
    events: async () => {
      await sent()
      return relay.events()
    },
    hold: () => {
      relay.hold()
      emulator.options.webhookUrl = relay.url
    },
    release: async (given: Parameters<typeof relay.release>[0]) => {
      await sent()
      return relay.release(given)
    },
    deliver: async () => {
      await sent()
      await relay.deliver()
      if (webhookUrl) emulator.options.webhookUrl = webhookUrl
    },
    /** Deletes all objects and the delayed webhooks. Does not change the clock. */
    clear: async () => {
      await sent()
      relay.discard()
      if (webhookUrl) emulator.options.webhookUrl = webhookUrl
      emulator.options.afterRetries = 'unpaid'
      for (const table of Object.values(state)) if (table instanceof Map) table.clear()
    },
    /** Environment of an app that uses this emulator through `faults`. */
    env: {
      STRIPE_SECRET_KEY: emulatorKeys.secretKey,
      STRIPE_PRICE_ID: priceId,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: faults.url,
    },
    stop: async () => {
      await emulator.stop()
      await faults.close()
      await relay.stop()
    },
  }
}

export type Emulator = Awaited<ReturnType<typeof open>>

/** Starts an emulator for all tests of a file. */
export function withEmulator() {
  const emulator = {} as Emulator
  beforeAll(async () => void Object.assign(emulator, await open()))
  afterAll(() => emulator.stop())
  return emulator
}

export const checkoutParams = {
  mode: 'subscription',
  line_items: [{ price: priceId, quantity: 1 }],
  success_url: 'http://localhost:3000/done?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:3000/back',
} satisfies Stripe.Checkout.SessionCreateParams

/** Creates a customer and subscribes through the checkout page. */
export async function subscribed(
  { stripe, finish }: Emulator,
  { trial, card = 'works' }: { trial?: number; card?: 'works' | 'declined-later' } = {},
) {
  const customer = await stripe.customers.create({ email: 'ada@example.com' })
  const session = await stripe.checkout.sessions.create({
    ...checkoutParams,
    customer: customer.id,
    ...(trial && { subscription_data: { trial_period_days: trial } }),
  })
  await finish(session.id, card)
  const [subscription] = (await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data
  if (!subscription) throw new Error('There is no subscription')
  return { customer, session, subscription }
}

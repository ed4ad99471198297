import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'

/** The objects of Stripe's API, with the fields that the app reads and those that describe their state. */
export type Customer = ReturnType<typeof newCustomer>
export type Card = ReturnType<typeof newCard>
export type SetupIntent = ReturnType<typeof newSetupIntent>
export type Session = ReturnType<typeof newSession>
export type Subscription = ReturnType<typeof newSubscription>
export type Invoice = ReturnType<typeof newInvoice>

/** Id of the emulator's only price. */
export const priceId = 'price_emulator'

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

type Text = string | null
type Seconds = number | null

export function newCustomer(created: number, { email, metadata }: Stripe.CustomerCreateParams) {
  return {
    id: newId('cus'),
    object: 'customer',
    created,
    email: email ?? null,
    metadata: (metadata || {}) as Stripe.Metadata,
    invoice_settings: { default_payment_method: null as Text },
  }
}

export function newCard(created: number, customer: string, last4: string) {
  return {
    id: newId('pm'),
    object: 'payment_method',
    created,
    customer,
    type: 'card',
    card: { brand: 'visa', last4 },
  }
}

export function newSetupIntent(created: number, customer: string) {
  return {
    id: newId('seti'),
    object: 'setup_intent',
    created,
    customer,
    payment_method: null as Text,
    status: 'requires_payment_method' as Stripe.SetupIntent.Status,
  } satisfies Partial<Stripe.SetupIntent>
}

type SessionParams = Stripe.Checkout.SessionCreateParams & { customer: string }

const day = 86_400

export function newSession(created: number, params: SessionParams, setupIntent: Text, origin: string) {
  const id = newId('cs_test')
  const isSetup = params.mode === 'setup'
  return {
    id,
    object: 'checkout.session',
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created,
    customer: params.customer,
    expires_at: created + day,
    metadata: (params.metadata ?? {}) as Stripe.Metadata,
    mode: params.mode ?? 'subscription',
    payment_status: (isSetup ? 'no_payment_required' : 'unpaid') as Stripe.Checkout.Session.PaymentStatus,
    setup_intent: setupIntent,
    status: 'open' as Stripe.Checkout.Session.Status,
    subscription: null as Text,
    success_url: params.success_url ?? null,
    url: `${origin}/checkout/${id}` as Text,
  } satisfies Partial<Stripe.Checkout.Session>
}

type SubscriptionParams = {
  customer: string
  card: string
  periodEnd: number
  trialEnd: number | null
  metadata: Stripe.Metadata
}

export function newSubscription(created: number, params: SubscriptionParams) {
  const { customer, card, periodEnd, trialEnd, metadata } = params
  const item = {
    id: newId('si'),
    object: 'subscription_item',
    current_period_end: periodEnd,
    current_period_start: created,
    price: { id: priceId },
    quantity: 1,
  }
  return {
    id: newId('sub'),
    object: 'subscription',
    billing_cycle_anchor: trialEnd ?? created,
    cancel_at: null as Seconds,
    cancel_at_period_end: false as boolean,
    canceled_at: null as Seconds,
    cancellation_details: { reason: null as Stripe.Subscription.CancellationDetails['reason'] },
    created,
    customer,
    default_payment_method: card,
    ended_at: null as Seconds,
    items: { object: 'list', data: [item] as [typeof item], has_more: false },
    latest_invoice: null as Text,
    metadata,
    status: (trialEnd ? 'trialing' : 'incomplete') as Stripe.Subscription.Status,
    trial_end: trialEnd,
  }
}

export type Draft = {
  reason: 'subscription_create' | 'subscription_cycle'
  total: number
  /** Seconds, or null if it is not finalized automatically (default). */
  finalizesAt?: number | null
}

export function newInvoice(
  created: number,
  { id: subscription, customer, metadata }: Subscription,
  { reason, total, finalizesAt = null }: Draft,
) {
  return {
    id: newId('in'),
    object: 'invoice',
    amount_due: total,
    amount_paid: 0,
    attempt_count: 0,
    auto_advance: finalizesAt !== null,
    automatically_finalizes_at: finalizesAt,
    billing_reason: reason,
    created,
    currency: 'gbp',
    customer,
    next_payment_attempt: finalizesAt,
    parent: { subscription_details: { metadata, subscription }, type: 'subscription_details' },
    status: 'draft' as Stripe.Invoice.Status,
    status_transitions: { finalized_at: null as Seconds },
  }
}

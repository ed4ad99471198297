import type Stripe from 'stripe'
import { newId } from './ids.server'

/** Id of the emulator's only price. */
export const priceId = 'price_emulator'

export type Subscription = ReturnType<typeof newSubscription>
export type Period = { start: number; end: number }

type SubscriptionParams = {
  customer: string
  card: string
  period: Period
  trialEnd: number | null
  metadata: Stripe.Metadata
}

type Seconds = number | null
type Reason = Stripe.Subscription.CancellationDetails['reason']

export function newSubscription(created: number, params: SubscriptionParams) {
  const { customer, card, period, trialEnd, metadata } = params
  const id = newId('sub')
  const item = {
    id: newId('si'),
    object: 'subscription_item',
    current_period_end: period.end,
    current_period_start: period.start,
    quantity: 1,
    subscription: id,
  } satisfies Partial<Stripe.SubscriptionItem>
  const data: [typeof item & { price: { id: string } }] = [{ ...item, price: { id: priceId } }]
  const subscription = {
    id,
    object: 'subscription',
    billing_cycle_anchor: trialEnd ?? created,
    cancel_at: null as Seconds,
    cancel_at_period_end: false as boolean,
    canceled_at: null as Seconds,
    created,
    currency: 'gbp',
    customer,
    default_payment_method: card,
    ended_at: null as Seconds,
    latest_invoice: null as string | null,
    livemode: false,
    metadata,
    start_date: created,
    status: (trialEnd ? 'trialing' : 'incomplete') as Stripe.Subscription.Status,
    trial_end: trialEnd,
    trial_start: trialEnd ? created : null,
  } satisfies Partial<Stripe.Subscription>
  const items = { object: 'list', data, has_more: false, url: `/v1/subscription_items?subscription=${id}` }
  return { ...subscription, cancellation_details: { reason: null as Reason }, items }
}

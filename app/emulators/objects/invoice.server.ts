import type Stripe from 'stripe'
import { newId } from './ids.server'
import type { Period, Subscription } from './subscription.server'

export type Invoice = ReturnType<typeof newInvoice>

export type Draft = {
  reason: 'subscription_create' | 'subscription_cycle'
  total: number
  period: Period
  finalizesAt: number | null
}

type Seconds = number | null

/** Creates an invoice with the status `draft`. */
export function newInvoice(
  created: number,
  { id: subscription, customer, metadata }: Subscription,
  { reason, total, period, finalizesAt }: Draft,
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
    livemode: false,
    next_payment_attempt: finalizesAt,
    parent: {
      quote_details: null,
      subscription_details: { metadata, subscription },
      type: 'subscription_details',
    },
    period_end: period.end,
    period_start: period.start,
    status: 'draft' as Stripe.Invoice.Status,
    status_transitions: {
      finalized_at: null as Seconds,
      marked_uncollectible_at: null,
      paid_at: null as Seconds,
      voided_at: null,
    },
    total,
  } satisfies Partial<Stripe.Invoice>
}

import type Stripe from 'stripe'
import { metadataOf, newId } from './ids.server'

export type Session = ReturnType<typeof newSession>

type Given = Stripe.Checkout.SessionCreateParams & { customer: string }
type Text = string | null

const day = 86_400

export function newSession(
  created: number,
  given: Given,
  { amount, setupIntent, origin }: { amount: number | null; setupIntent: Text; origin: string },
) {
  const id = newId('cs_test')
  return {
    id,
    object: 'checkout.session',
    amount_total: amount,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    created,
    currency: given.currency ?? 'gbp',
    customer: given.customer,
    expires_at: created + day,
    invoice: null as Text,
    livemode: false,
    metadata: metadataOf(given.metadata),
    mode: given.mode ?? 'subscription',
    payment_status: (given.mode === 'setup'
      ? 'no_payment_required'
      : 'unpaid') as Stripe.Checkout.Session.PaymentStatus,
    setup_intent: setupIntent,
    status: 'open' as Stripe.Checkout.Session.Status,
    subscription: null as Text,
    success_url: given.success_url ?? null,
    url: `${origin}/checkout/${id}` as Text,
  } satisfies Partial<Stripe.Checkout.Session>
}

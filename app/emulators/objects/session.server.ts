import type Stripe from 'stripe'
import { metadataOf, newId } from './ids.server'

export type Session = ReturnType<typeof newSession>

type SessionParams = Stripe.Checkout.SessionCreateParams & { customer: string }
type Text = string | null

const day = 86_400

export function newSession(
  created: number,
  params: SessionParams,
  { amount, setupIntent, origin }: { amount: number | null; setupIntent: Text; origin: string },
) {
  const id = newId('cs_test')
  return {
    id,
    object: 'checkout.session',
    amount_total: amount,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created,
    currency: params.currency ?? 'gbp',
    customer: params.customer,
    expires_at: created + day,
    invoice: null as Text,
    livemode: false,
    metadata: metadataOf(params.metadata),
    mode: params.mode ?? 'subscription',
    payment_status: (params.mode === 'setup'
      ? 'no_payment_required'
      : 'unpaid') as Stripe.Checkout.Session.PaymentStatus,
    setup_intent: setupIntent,
    status: 'open' as Stripe.Checkout.Session.Status,
    subscription: null as Text,
    success_url: params.success_url ?? null,
    url: `${origin}/checkout/${id}` as Text,
  } satisfies Partial<Stripe.Checkout.Session>
}

import type Stripe from 'stripe'
import { metadataOf, newId } from './ids.server'

export type Customer = ReturnType<typeof newCustomer>
export type Card = ReturnType<typeof newCard>
export type SetupIntent = ReturnType<typeof newSetupIntent>

export function newCustomer(created: number, params: Stripe.CustomerCreateParams) {
  const customer = {
    id: newId('cus'),
    object: 'customer',
    created,
    email: params.email ?? null,
    livemode: false,
    metadata: metadataOf(params.metadata),
  } satisfies Partial<Stripe.Customer>
  return { ...customer, invoice_settings: { default_payment_method: null as string | null } }
}

export function newCard(created: number, customer: string, last4: string) {
  const card = {
    id: newId('pm'),
    object: 'payment_method',
    created,
    customer,
    livemode: false,
    type: 'card',
  } satisfies Partial<Stripe.PaymentMethod>
  return { ...card, card: { brand: 'visa', last4 } }
}

export function newSetupIntent(created: number, customer: string) {
  return {
    id: newId('seti'),
    object: 'setup_intent',
    created,
    customer,
    livemode: false,
    payment_method: null as string | null,
    status: 'requires_payment_method' as Stripe.SetupIntent.Status,
  } satisfies Partial<Stripe.SetupIntent>
}

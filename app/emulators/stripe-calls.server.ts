import type Stripe from 'stripe'
import { createSession, expireSession, retrieveSession } from './checkout.server'
import { createCustomer, listCustomers, updateCustomer } from './customers.server'
import { resourceMissing } from './errors.server'
import { listInvoices, payInvoice } from './invoices.server'
import type { Emulator } from './state.server'
import {
  existingSubscription,
  listSubscriptions,
  resumeSubscription,
  updateSubscription,
} from './subscriptions.server'

/** The parameter types, by name of the schema. */
type Params = {
  CustomerCreateParams: Stripe.CustomerCreateParams
  CustomerListParams: Stripe.CustomerListParams
  CustomerRetrieveParams: Stripe.CustomerRetrieveParams
  CustomerUpdateParams: Stripe.CustomerUpdateParams
  'Checkout.SessionCreateParams': Stripe.Checkout.SessionCreateParams
  'Checkout.SessionRetrieveParams': Stripe.Checkout.SessionRetrieveParams
  'Checkout.SessionExpireParams': Stripe.Checkout.SessionExpireParams
  SubscriptionListParams: Stripe.SubscriptionListParams
  SubscriptionRetrieveParams: Stripe.SubscriptionRetrieveParams
  SubscriptionUpdateParams: Stripe.SubscriptionUpdateParams
  SubscriptionResumeParams: Stripe.SubscriptionResumeParams
  InvoiceListParams: Stripe.InvoiceListParams
  InvoicePayParams: Stripe.InvoicePayParams
}

type Handle<N extends keyof Params> = (emulator: Emulator, params: Params[N], id: string) => object
export type Call = { method: string; path: RegExp; schema: keyof Params; handle: Handle<never> }

function call<N extends keyof Params>(method: string, path: string, schema: N, handle: Handle<N>): Call {
  return { method, path: new RegExp(`^${path.replace(':id', '([^/]+)')}$`), schema, handle }
}

function retrieveCustomer({ state }: Emulator, _params: unknown, id: string) {
  const customer = state.customers.get(id)
  if (!customer) throw resourceMissing('customer', id)
  return customer
}

/** The supported part of Stripe's API: the calls that the app makes. */
export const calls = [
  call('POST', '/v1/customers', 'CustomerCreateParams', createCustomer),
  call('GET', '/v1/customers', 'CustomerListParams', listCustomers),
  call('GET', '/v1/customers/:id', 'CustomerRetrieveParams', retrieveCustomer),
  call('POST', '/v1/customers/:id', 'CustomerUpdateParams', updateCustomer),
  call('POST', '/v1/checkout/sessions', 'Checkout.SessionCreateParams', createSession),
  call('GET', '/v1/checkout/sessions/:id', 'Checkout.SessionRetrieveParams', retrieveSession),
  call('POST', '/v1/checkout/sessions/:id/expire', 'Checkout.SessionExpireParams', (emulator, _params, id) =>
    expireSession(emulator, id),
  ),
  call('GET', '/v1/subscriptions', 'SubscriptionListParams', listSubscriptions),
  call('GET', '/v1/subscriptions/:id', 'SubscriptionRetrieveParams', (emulator, _params, id) =>
    existingSubscription(emulator, id),
  ),
  call('POST', '/v1/subscriptions/:id', 'SubscriptionUpdateParams', updateSubscription),
  call('POST', '/v1/subscriptions/:id/resume', 'SubscriptionResumeParams', (emulator, _params, id) =>
    resumeSubscription(emulator, id),
  ),
  call('GET', '/v1/invoices', 'InvoiceListParams', listInvoices),
  call('POST', '/v1/invoices/:id/pay', 'InvoicePayParams', payInvoice),
]

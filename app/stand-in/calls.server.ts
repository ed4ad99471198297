import type Stripe from 'stripe'
import { expireSession, openSession } from './checkout.server'
import { createCustomer, livingCustomer, updateCustomer } from './customers.server'
import { missing } from './failure.server'
import { payInvoice } from './invoices.server'
import { listCustomers, listInvoices, listSubscriptions } from './lists.server'
import type { Table } from './state.server'
import { resumeSubscription, updateSubscription } from './subscriptions.server'
import type { World } from './world.server'

/** By the names of their schemas, the types that these were made from. */
type Given = {
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

export type Call = {
  method: string
  path: RegExp
  schema: keyof Given
  answer: (world: World, given: never, id: string) => object
}

function call<N extends keyof Given>(
  method: string,
  path: string,
  schema: N,
  answer: (world: World, given: Given[N], id: string) => object,
): Call {
  return { method, path: new RegExp(`^${path.replace(':id', '([^/]+)')}$`), schema, answer }
}

function find<T extends { id: string }>(what: string, { rows }: Table<T>, id: string) {
  const found = rows.get(id)
  if (!found) throw missing(what, id)
  return found
}

const customer = ({ state }: World, id: string) => find('customer', state.customers, id)
const session = ({ state }: World, id: string) => find('checkout.session', state.sessions, id)
const subscription = ({ state }: World, id: string) => find('subscription', state.subscriptions, id)
const invoice = ({ state }: World, id: string) => find('invoice', state.invoices, id)

/** What is played of Stripe's API: what the app asks for. */
export const calls = [
  call('POST', '/v1/customers', 'CustomerCreateParams', createCustomer),
  call('GET', '/v1/customers', 'CustomerListParams', listCustomers),
  call('GET', '/v1/customers/:id', 'CustomerRetrieveParams', (world, _given, id) => customer(world, id)),
  call('POST', '/v1/customers/:id', 'CustomerUpdateParams', (world, given, id) =>
    updateCustomer(world, livingCustomer(world, id), given),
  ),
  call('POST', '/v1/checkout/sessions', 'Checkout.SessionCreateParams', openSession),
  call('GET', '/v1/checkout/sessions/:id', 'Checkout.SessionRetrieveParams', (world, _given, id) =>
    session(world, id),
  ),
  call('POST', '/v1/checkout/sessions/:id/expire', 'Checkout.SessionExpireParams', (world, _given, id) =>
    expireSession(world, session(world, id)),
  ),
  call('GET', '/v1/subscriptions', 'SubscriptionListParams', listSubscriptions),
  call('GET', '/v1/subscriptions/:id', 'SubscriptionRetrieveParams', (world, _given, id) =>
    subscription(world, id),
  ),
  call('POST', '/v1/subscriptions/:id', 'SubscriptionUpdateParams', (world, given, id) =>
    updateSubscription(world, subscription(world, id), given),
  ),
  call('POST', '/v1/subscriptions/:id/resume', 'SubscriptionResumeParams', (world, _given, id) =>
    resumeSubscription(world, subscription(world, id)),
  ),
  call('GET', '/v1/invoices', 'InvoiceListParams', listInvoices),
  call('POST', '/v1/invoices/:id/pay', 'InvoicePayParams', (world, given, id) =>
    payInvoice(world, invoice(world, id), given.payment_method),
  ),
]

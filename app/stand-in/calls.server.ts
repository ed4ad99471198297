import type Stripe from 'stripe'
import { expireSession, openSession } from './checkout.server'
import { attach, createCustomer, updateCustomer } from './customers.server'
import { failure, missing } from './failure.server'
import { payInvoice } from './invoices.server'
import { listEvents, listInvoices, listSubscriptions } from './lists.server'
import { price } from './objects.server'
import type { State, Table } from './state.server'
import { cancelSubscription, updateSubscription } from './subscriptions.server'
import type { World } from './world.server'

/** By the names of their schemas, the types that these were made from. */
type Given = {
  CustomerCreateParams: Stripe.CustomerCreateParams
  CustomerRetrieveParams: Stripe.CustomerRetrieveParams
  CustomerUpdateParams: Stripe.CustomerUpdateParams
  'Checkout.SessionCreateParams': Stripe.Checkout.SessionCreateParams
  'Checkout.SessionRetrieveParams': Stripe.Checkout.SessionRetrieveParams
  'Checkout.SessionExpireParams': Stripe.Checkout.SessionExpireParams
  SubscriptionListParams: Stripe.SubscriptionListParams
  SubscriptionRetrieveParams: Stripe.SubscriptionRetrieveParams
  SubscriptionUpdateParams: Stripe.SubscriptionUpdateParams
  SubscriptionCancelParams: Stripe.SubscriptionCancelParams
  InvoiceListParams: Stripe.InvoiceListParams
  InvoiceRetrieveParams: Stripe.InvoiceRetrieveParams
  InvoicePayParams: Stripe.InvoicePayParams
  SetupIntentRetrieveParams: Stripe.SetupIntentRetrieveParams
  PaymentMethodRetrieveParams: Stripe.PaymentMethodRetrieveParams
  PaymentMethodAttachParams: Stripe.PaymentMethodAttachParams
  PriceRetrieveParams: Stripe.PriceRetrieveParams
  EventListParams: Stripe.EventListParams
  EventRetrieveParams: Stripe.EventRetrieveParams
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

const row =
  (what: string, table: (state: State) => Table<{ id: string }>) =>
  ({ state }: World, _given: object, id: string) =>
    find(what, table(state), id)

function find<T extends { id: string }>(what: string, { rows }: Table<T>, id: string) {
  const found = rows.get(id)
  if (!found) throw missing(what, id)
  return found
}

/** What is played of Stripe's API. */
export const calls = [
  call('POST', '/v1/customers', 'CustomerCreateParams', createCustomer),
  call(
    'GET',
    '/v1/customers/:id',
    'CustomerRetrieveParams',
    row('customer', ({ customers }) => customers),
  ),
  call('POST', '/v1/customers/:id', 'CustomerUpdateParams', (world, given, id) =>
    updateCustomer(world, find('customer', world.state.customers, id), given),
  ),
  call('POST', '/v1/checkout/sessions', 'Checkout.SessionCreateParams', openSession),
  call(
    'GET',
    '/v1/checkout/sessions/:id',
    'Checkout.SessionRetrieveParams',
    row('checkout.session', ({ sessions }) => sessions),
  ),
  call('POST', '/v1/checkout/sessions/:id/expire', 'Checkout.SessionExpireParams', (world, _given, id) =>
    expireSession(world, find('checkout.session', world.state.sessions, id)),
  ),
  call('GET', '/v1/subscriptions', 'SubscriptionListParams', listSubscriptions),
  call(
    'GET',
    '/v1/subscriptions/:id',
    'SubscriptionRetrieveParams',
    row('subscription', ({ subscriptions }) => subscriptions),
  ),
  call('POST', '/v1/subscriptions/:id', 'SubscriptionUpdateParams', (world, given, id) =>
    updateSubscription(world, find('subscription', world.state.subscriptions, id), given),
  ),
  call('DELETE', '/v1/subscriptions/:id', 'SubscriptionCancelParams', (world, given, id) =>
    cancelSubscription(world, find('subscription', world.state.subscriptions, id), given),
  ),
  call('GET', '/v1/invoices', 'InvoiceListParams', listInvoices),
  call(
    'GET',
    '/v1/invoices/:id',
    'InvoiceRetrieveParams',
    row('invoice', ({ invoices }) => invoices),
  ),
  call('POST', '/v1/invoices/:id/pay', 'InvoicePayParams', (world, given, id) =>
    payInvoice(world, find('invoice', world.state.invoices, id), given.payment_method),
  ),
  call(
    'GET',
    '/v1/setup_intents/:id',
    'SetupIntentRetrieveParams',
    row('setupintent', ({ setupIntents }) => setupIntents),
  ),
  call(
    'GET',
    '/v1/payment_methods/:id',
    'PaymentMethodRetrieveParams',
    row('PaymentMethod', ({ cards }) => cards),
  ),
  call('POST', '/v1/payment_methods/:id/attach', 'PaymentMethodAttachParams', attachCard),
  call('GET', '/v1/prices/:id', 'PriceRetrieveParams', (_world, _given, id) => {
    if (id !== price.id) throw missing('price', id)
    return price
  }),
  call('GET', '/v1/events', 'EventListParams', listEvents),
  call('GET', '/v1/events/:id', 'EventRetrieveParams', ({ state }, _given, id) =>
    JSON.parse(find('event', state.events, id).payload),
  ),
]

function attachCard(world: World, { customer }: Stripe.PaymentMethodAttachParams, id: string) {
  const card = find('PaymentMethod', world.state.cards, id)
  if (!customer)
    throw failure(400, 'Missing required param: customer.', { code: 'parameter_missing', param: 'customer' })
  return attach(world, card, find('customer', world.state.customers, customer).id)
}

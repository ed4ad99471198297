import type Stripe from 'stripe'
import { EmulatorError, resourceMissing } from './errors.server'
import { listPage } from './lists.server'
import { type Customer, newCustomer } from './objects/customer.server'
import { add, type DeletedCustomer, type Emulator, now } from './state.server'
import { emit } from './webhooks.server'

/** `POST /v1/customers` */
export function createCustomer(emulator: Emulator, params: Stripe.CustomerCreateParams) {
  checkEmail(params.email)
  const customer = add(emulator.state.customers, newCustomer(now(emulator), params))
  emit(emulator, 'customer.created', customer)
  return customer
}

function checkEmail(email?: string) {
  if (email === undefined || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return
  throw new EmulatorError(400, `Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' })
}

export const isDeleted = (customer: Customer | DeletedCustomer): customer is DeletedCustomer =>
  'deleted' in customer

export function existingCustomer({ state }: Emulator, id: string, error = resourceMissing('customer', id)) {
  const customer = state.customers.get(id)
  if (!customer || isDeleted(customer)) throw error
  return customer
}

/** `GET /v1/customers`. The comparison of e-mail addresses is case-sensitive, as at Stripe. */
export function listCustomers({ state }: Emulator, params: Stripe.CustomerListParams) {
  const found = [...state.customers.values()].filter(
    (row) => !isDeleted(row) && (!params.email || params.email === row.email),
  )
  return listPage('/v1/customers', found, params)
}

/** `POST /v1/customers/:id` */
export function updateCustomer(emulator: Emulator, params: Stripe.CustomerUpdateParams, id: string) {
  const customer = existingCustomer(emulator, id)
  checkEmail(params.email)
  const card = params.invoice_settings?.default_payment_method
  if (card) cardOfCustomer(emulator, id, card)
  if (params.email !== undefined) customer.email = params.email
  if (card !== undefined) customer.invoice_settings.default_payment_method = card || null
  emit(emulator, 'customer.updated', customer)
  return customer
}

export function cardOfCustomer({ state }: Emulator, customer: string, id: string) {
  const param = 'payment_method'
  const card = state.cards.get(id)
  if (!card) throw resourceMissing('PaymentMethod', id, { param })
  if (card.customer === customer) return card
  const message = `The customer does not have a payment method with the ID ${id}.`
  throw new EmulatorError(400, message, { code: 'resource_missing', param })
}

import type Stripe from 'stripe'
import { EmulatorError, missing } from './errors.server'
import { listPage } from './lists.server'
import { type Customer, newCustomer } from './objects/customer.server'
import { add, type DeletedCustomer, type Emulator, now } from './state.server'
import { emit } from './webhooks.server'

/** `POST /v1/customers` */
export function createCustomer(emulator: Emulator, given: Stripe.CustomerCreateParams) {
  checkEmail(given.email)
  const customer = add(emulator.state.customers, newCustomer(now(emulator), given))
  emit(emulator, 'customer.created', customer)
  return customer
}

function checkEmail(email?: string) {
  if (email === undefined || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return
  throw new EmulatorError(400, `Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' })
}

export const isDeleted = (customer: Customer | DeletedCustomer): customer is DeletedCustomer =>
  'deleted' in customer

export function existingCustomer({ state }: Emulator, id: string, error = missing('customer', id)) {
  const customer = state.customers.get(id)
  if (!customer || isDeleted(customer)) throw error
  return customer
}

/** `GET /v1/customers`: e-mail addresses are compared with their letter case. */
export function listCustomers({ state }: Emulator, given: Stripe.CustomerListParams) {
  const found = [...state.customers.values()].filter(
    (row) => !isDeleted(row) && (!given.email || given.email === row.email),
  )
  return listPage('/v1/customers', found, given)
}

/** `POST /v1/customers/:id` */
export function updateCustomer(emulator: Emulator, given: Stripe.CustomerUpdateParams, id: string) {
  const customer = existingCustomer(emulator, id)
  checkEmail(given.email)
  const card = given.invoice_settings?.default_payment_method
  if (card) cardOfCustomer(emulator, id, card)
  if (given.email !== undefined) customer.email = given.email
  if (card !== undefined) customer.invoice_settings.default_payment_method = card || null
  emit(emulator, 'customer.updated', customer)
  return customer
}

export function cardOfCustomer({ state }: Emulator, customer: string, id: string) {
  const param = 'payment_method'
  const card = state.cards.get(id)
  if (!card) throw missing('PaymentMethod', id, { param })
  if (card.customer === customer) return card
  const message = `The customer does not have a payment method with the ID ${id}.`
  throw new EmulatorError(400, message, { code: 'resource_missing', param })
}

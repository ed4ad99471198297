import type Stripe from 'stripe'
import { newCustomer } from './objects.server'
import { add, type Emulator, EmulatorError, find, listPage, now, resourceMissing } from './state.server'
import { emit } from './webhooks.server'

export function createCustomer(emulator: Emulator, params: Stripe.CustomerCreateParams) {
  const customer = add(emulator.state.customers, newCustomer(now(emulator), params))
  emit(emulator, 'customer.created', customer)
  return customer
}

export const retrieveCustomer = ({ state }: Emulator, _params: unknown, id: string) =>
  find(state.customers, 'customer', id)

/** `error` has the status and the parameter of the error for a customer that does not exist. */
export function requireCustomer({ state }: Emulator, id: string, error = {}) {
  const customer = find(state.customers, 'customer', id, error)
  if ('deleted' in customer) throw resourceMissing('customer', id, error)
  return customer
}

/** The comparison of e-mail addresses is case-sensitive, as at Stripe. */
export function listCustomers({ state }: Emulator, params: Stripe.CustomerListParams) {
  const found = [...state.customers.values()].filter(
    (row) => !('deleted' in row) && (!params.email || params.email === row.email),
  )
  return listPage(found, params)
}

export function updateCustomer(emulator: Emulator, params: Stripe.CustomerUpdateParams, id: string) {
  const customer = requireCustomer(emulator, id)
  const card = params.invoice_settings?.default_payment_method
  if (card) requireCardOfCustomer(emulator, id, card)
  if (params.email !== undefined) customer.email = params.email
  if (card !== undefined) customer.invoice_settings.default_payment_method = card
  emit(emulator, 'customer.updated', customer)
  return customer
}

export function requireCardOfCustomer({ state }: Emulator, customer: string, id: string) {
  const param = 'payment_method'
  const card = find(state.cards, 'PaymentMethod', id, { param })
  if (card.customer === customer) return card
  const message = `The customer does not have a payment method with the ID ${id}.`
  throw new EmulatorError(400, message, { code: 'resource_missing', param })
}

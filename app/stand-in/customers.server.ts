import type Stripe from 'stripe'
import { ownCard } from './cards.server'
import { change, emit } from './events.server'
import { failure, missing } from './failure.server'
import { newCustomer } from './objects.server'
import { add, type Customer } from './state.server'
import { now, type World } from './world.server'

/** `POST /v1/customers` */
export function createCustomer(world: World, given: Stripe.CustomerCreateParams) {
  checkEmail(given.email)
  const customer = add(world.state.customers, newCustomer(now(world), given))
  emit(world, 'customer.created', customer)
  return customer
}

function checkEmail(email?: string) {
  if (email === undefined || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return
  throw failure(400, `Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' })
}

/** One that was deleted can be retrieved, as `deleted`, and nothing else. */
export function livingCustomer({ state }: World, id: string) {
  const customer = state.customers.rows.get(id)
  if (!customer || isDeleted(customer)) throw missing('customer', id)
  return customer
}

export const isDeleted = (customer: object) => 'deleted' in customer

/** As the account's owner does it; what it has subscribed to ends before. */
export function deleteCustomer(world: World, customer: Customer) {
  const { id } = customer
  emit(world, 'customer.deleted', customer)
  world.state.customers.rows.set(id, { id, object: 'customer', deleted: true } as never)
}

/** `POST /v1/customers/:id` */
export function updateCustomer(world: World, customer: Customer, given: Stripe.CustomerUpdateParams) {
  checkEmail(given.email)
  const card = given.invoice_settings?.default_payment_method
  if (card) ownCard(world, customer.id, card)
  change(world, 'customer.updated', customer, (row) => {
    if (given.email !== undefined) row.email = given.email
    if (card !== undefined) row.invoice_settings.default_payment_method = card || null
  })
  return customer
}

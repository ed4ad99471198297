import type Stripe from 'stripe'
import { ownCard } from './cards.server'
import { change, emit } from './events.server'
import { failure } from './failure.server'
import { mergedMetadata, newCustomer } from './objects.server'
import { add, type Card, type Customer, giveTo } from './state.server'
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

/** `POST /v1/customers/:id` */
export function updateCustomer(world: World, customer: Customer, given: Stripe.CustomerUpdateParams) {
  checkEmail(given.email)
  const card = given.invoice_settings?.default_payment_method
  if (card) ownCard(world, customer.id, card)
  change(world, 'customer.updated', customer, (row) => {
    const { email = row.email, name = row.name, description = row.description } = given
    Object.assign(row, { email, name, description })
    row.preferred_locales = given.preferred_locales ?? row.preferred_locales ?? []
    row.metadata = mergedMetadata(row.metadata, given.metadata ?? {})
    if (card !== undefined) row.invoice_settings.default_payment_method = card || null
  })
  return customer
}

/** `POST /v1/payment_methods/:id/attach` */
export function attach(world: World, card: Card, customer: string) {
  if (card.customer === customer) return card
  if (card.customer)
    throw failure(400, 'The payment method you provided has already been attached to a customer.')
  giveTo(world.state.cards, card, customer)
  emit(world, 'payment_method.attached', card)
  return card
}

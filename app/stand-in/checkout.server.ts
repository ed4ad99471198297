import type Stripe from 'stripe'
import { isDeleted } from './customers.server'
import { emit } from './events.server'
import { failure } from './failure.server'
import { metadataOf, newCard, newSession, newSetupIntent, price } from './objects.server'
import { add, type CheckoutPlan, type Session, type SetupIntent } from './state.server'
import { subscribe } from './subscriptions.server'
import { now, type World } from './world.server'

/** `POST /v1/checkout/sessions` */
export function openSession(world: World, given: Stripe.Checkout.SessionCreateParams) {
  check(world, given)
  const created = now(world)
  const { trial_period_days: trialDays = null, metadata } = given.subscription_data ?? {}
  const isSetup = given.mode === 'setup'
  const intent = isSetup ? add(world.state.setupIntents, newSetupIntent(created, given)) : null
  const session = newSession(created, given, {
    setupIntent: intent?.id ?? null,
    url: world.url,
    hasTrial: trialDays !== null,
  })
  world.state.plans.set(session.id, { trialDays, metadata: metadataOf(metadata) })
  return add(world.state.sessions, session)
}

function check(world: World, given: Stripe.Checkout.SessionCreateParams) {
  const { mode, customer, line_items, subscription_data } = given
  if (mode !== 'subscription' && mode !== 'setup') throw lacking('mode')
  if (!customer) throw lacking('customer')
  if (!isLiving(world, customer)) throw noSuch('customer', customer, 'customer')
  if (mode === 'subscription') checkItems(line_items)
  else if (!given.currency) throw lacking('currency')
  const foreign = mode === 'setup' ? { line_items, subscription_data } : {}
  for (const [param, value] of Object.entries(foreign)) {
    if (value) throw failure(400, `You can not pass \`${param}\` in \`${mode}\` mode.`, { param })
  }
  checkAddresses(given)
  checkTrial(subscription_data?.trial_period_days)
}

function isLiving({ state }: World, id: string) {
  const customer = state.customers.rows.get(id)
  return customer !== undefined && !isDeleted(customer)
}

function checkAddresses({ success_url, cancel_url }: Stripe.Checkout.SessionCreateParams) {
  if (!success_url) throw lacking('success_url')
  for (const [param, url] of Object.entries({ success_url, cancel_url })) {
    if (url && !/^https?:\/\/[^/]/.test(url))
      throw failure(400, 'Not a valid URL', { code: 'url_invalid', param })
  }
}

function checkItems(items: Stripe.Checkout.SessionCreateParams['line_items']) {
  const [item, ...more] = items ?? []
  if (!item?.price || more.length > 0) throw lacking('line_items')
  if (item.price !== price.id) throw noSuch('price', item.price, 'line_items[0][price]')
  if (item.quantity !== 1) throw lacking('line_items[0][quantity]')
}

const lacking = (param: string) =>
  failure(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param })

const noSuch = (what: string, id: string, param: string) =>
  failure(400, `No such ${what}: '${id}'`, { code: 'resource_missing', param })

function checkTrial(count = 1) {
  if (count >= 1 && count <= 730) return
  throw failure(400, 'The minimum number of trial period days is 1.', {
    code: 'parameter_invalid_integer',
    param: 'subscription_data[trial_period_days]',
  })
}

/** `POST /v1/checkout/sessions/:id/expire`, and what its time does by itself. */
export function expireSession(world: World, session: Session) {
  if (session.status !== 'open') {
    throw failure(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    )
  }
  session.status = 'expired'
  session.url = null
  emit(world, 'checkout.session.expired', session)
  return session
}

export const choices = ['works', 'declined-later', 'declined'] as const
export type Choice = (typeof choices)[number]

const numbers: Record<Choice, string> = { works: '4242', 'declined-later': '0341', declined: '0002' }

/** Finishes an open session; says whether the card was taken. */
export function finish(world: World, session: Session, choice: Choice) {
  return session.mode === 'setup' ? saveCard(world, session, choice) : startPlan(world, session, choice)
}

function saveCard(world: World, session: Session, choice: Choice) {
  if (choice === 'declined') return false
  const intent = world.state.setupIntents.rows.get(String(session.setup_intent)) as SetupIntent
  intent.payment_method = takeCard(world, session.customer, choice).id
  intent.status = 'succeeded'
  emit(world, 'setup_intent.succeeded', intent)
  complete(world, session)
  return true
}

function takeCard(world: World, customer: string, choice: Choice) {
  const card = add(world.state.cards, newCard(now(world), customer, numbers[choice]))
  world.state.charging.set(card.id, choice === 'works' ? 'works' : 'declined')
  emit(world, 'payment_method.attached', card)
  return card
}

/** A declined card begins nothing; one that is declined later is good for the first payment. */
function startPlan(world: World, session: Session, choice: Choice) {
  if (choice === 'declined') return false
  const plan = world.state.plans.get(session.id) as CheckoutPlan
  const card = takeCard(world, session.customer, choice)
  const subscription = subscribe(world, session.customer, card.id, plan)
  session.subscription = subscription.id
  session.invoice = subscription.latest_invoice
  complete(world, session)
  return true
}

function complete(world: World, session: Session) {
  const customer = world.state.customers.rows.get(session.customer)
  session.status = 'complete'
  session.url = null
  session.payment_status = session.amount_total ? 'paid' : 'no_payment_required'
  session.customer_details = {
    address: null,
    business_name: null,
    email: customer?.email ?? null,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  }
  emit(world, 'checkout.session.completed', session)
}

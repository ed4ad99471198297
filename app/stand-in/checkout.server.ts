import type Stripe from 'stripe'
import { attach, createCustomer } from './customers.server'
import { emit } from './events.server'
import { failure } from './failure.server'
import { openInvoicesOf, payInvoice } from './invoices.server'
import { mergedMetadata, newCard, newSession, newSetupIntent, price } from './objects.server'
import {
  add,
  type Card,
  type Charging,
  type CheckoutPlan,
  type Session,
  type SetupIntent,
} from './state.server'
import { subscribe } from './subscriptions.server'
import { days, now, type World } from './world.server'

/** `POST /v1/checkout/sessions` */
export function openSession(world: World, given: Stripe.Checkout.SessionCreateParams) {
  check(world, given)
  const created = now(world)
  const trialEnd = trialEndOf(created, given)
  const data = given.subscription_data
  const isSetup = given.mode === 'setup'
  const intent = isSetup ? add(world.state.setupIntents, newSetupIntent(created, given)) : null
  const session = newSession(created, given, { setupIntent: intent?.id ?? null, url: world.url, trialEnd })
  world.state.plans.set(session.id, {
    trialDays: data?.trial_period_days ?? null,
    trialEnd,
    metadata: mergedMetadata({}, data?.metadata),
    description: data?.description ?? null,
  })
  return add(world.state.sessions, session)
}

function check(world: World, given: Stripe.Checkout.SessionCreateParams) {
  const { mode, customer, customer_email, line_items, subscription_data, setup_intent_data } = given
  if (mode !== 'subscription' && mode !== 'setup') throw lacking('mode')
  if (customer && customer_email) throw onlyOne('customer', 'customer_email')
  if (customer && !world.state.customers.rows.has(customer)) throw noSuch('customer', customer, 'customer')
  if (mode === 'subscription') checkItems(line_items)
  else if (!given.currency) throw lacking('currency')
  const foreign = mode === 'setup' ? { line_items, subscription_data } : { setup_intent_data }
  for (const [param, value] of Object.entries(foreign)) {
    if (value) throw failure(400, `You can not pass \`${param}\` in \`${mode}\` mode.`, { param })
  }
  checkAddresses(given)
  checkLife(world, given.expires_at)
}

function checkAddresses({ success_url, cancel_url }: Stripe.Checkout.SessionCreateParams) {
  if (!success_url) throw lacking('success_url')
  for (const [param, url] of Object.entries({ success_url, cancel_url })) {
    if (url && !/^https?:\/\/[^/]/.test(url))
      throw failure(400, 'Not a valid URL', { code: 'url_invalid', param })
  }
}

function checkLife(world: World, expiresAt = now(world) + days(1)) {
  const life = expiresAt - now(world)
  if (life >= 1_800 && life <= days(1)) return
  throw failure(400, 'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', {
    param: 'expires_at',
  })
}

function checkItems(items: Stripe.Checkout.SessionCreateParams['line_items']) {
  const [item, ...more] = items ?? []
  if (!item?.price || more.length > 0) throw lacking('line_items')
  if (item.price !== price.id) throw noSuch('price', item.price, 'line_items[0][price]')
  if (item.quantity !== 1) throw lacking('line_items[0][quantity]')
}

const lacking = (param: string) =>
  failure(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param })

const onlyOne = (...names: string[]) =>
  failure(400, `You may only specify one of these parameters: ${names.join(', ')}.`)

const noSuch = (what: string, id: string, param: string) =>
  failure(400, `No such ${what}: '${id}'`, { code: 'resource_missing', param })

function trialEndOf(created: number, { subscription_data: data }: Stripe.Checkout.SessionCreateParams) {
  const { trial_period_days: count, trial_end } = data ?? {}
  if (count !== undefined && trial_end !== undefined) {
    throw onlyOne('trial_period_days', 'trial_end')
  }
  if (count !== undefined && (count < 1 || count > 730)) {
    throw failure(400, 'The minimum number of trial period days is 1.', {
      code: 'parameter_invalid_integer',
      param: 'subscription_data[trial_period_days]',
    })
  }
  if (trial_end !== undefined && trial_end < created + days(2)) {
    throw failure(400, 'The `trial_end` date has to be at least 2 days in the future.', {
      param: 'subscription_data[trial_end]',
    })
  }
  return count === undefined ? (trial_end ?? null) : created + days(count)
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
  const card = takeCard(world, session.customer, choice)
  intent.payment_method = card.id
  intent.status = 'succeeded'
  emit(world, 'setup_intent.succeeded', intent)
  complete(world, session)
  return true
}

/** A card that is declined later is good until its first payment is made. */
function takeCard(
  world: World,
  customer: string | null,
  choice: Choice,
  charging: Charging = chargingOf(choice),
): Card {
  const card = add(world.state.cards, newCard(now(world), numbers[choice]))
  world.state.charging.set(card.id, charging)
  if (customer) attach(world, card, customer)
  return card
}

const chargingOf = (choice: Choice): Charging => (choice === 'works' ? 'works' : 'declined')

/** With a trial a declined card begins nothing; without one it leaves an incomplete subscription, which a better card completes. */
function startPlan(world: World, session: Session, choice: Choice) {
  const plan = world.state.plans.get(session.id) as CheckoutPlan
  if (plan.trialEnd && choice === 'declined') return false
  const customer = customerOf(world, session)
  const isPaidNow = !plan.trialEnd && choice !== 'declined'
  const card = takeCard(world, customer, choice, isPaidNow ? 'works' : chargingOf(choice))
  const subscription =
    resumed(world, plan, card) ?? subscribe(world, customer, card.id, countedFromNow(world, plan))
  plan.begun = subscription.id
  world.state.charging.set(card.id, chargingOf(choice))
  if (subscription.status === 'incomplete') return false
  session.subscription = subscription.id
  session.invoice = subscription.latest_invoice
  complete(world, session)
  return true
}

/** The days of a trial count from when it is begun. */
function countedFromNow(world: World, plan: CheckoutPlan): CheckoutPlan {
  return { ...plan, trialEnd: plan.trialDays === null ? plan.trialEnd : now(world) + days(plan.trialDays) }
}

function customerOf(world: World, session: Session) {
  session.customer ??= createCustomer(
    world,
    session.customer_email ? { email: session.customer_email } : {},
  ).id
  return session.customer
}

/** The incomplete subscription of an earlier try, paid with another card. */
function resumed(world: World, { begun }: CheckoutPlan, card: Card) {
  const subscription = world.state.subscriptions.rows.get(begun ?? '')
  if (subscription?.status !== 'incomplete') return undefined
  subscription.default_payment_method = card.id
  for (const invoice of openInvoicesOf(world, subscription)) {
    try {
      payInvoice(world, invoice, card.id)
    } catch {
      // Declined again.
    }
  }
  return subscription
}

function complete(world: World, session: Session) {
  const customer = world.state.customers.rows.get(String(session.customer))
  session.status = 'complete'
  session.url = null
  session.payment_status = session.amount_total ? 'paid' : 'no_payment_required'
  session.customer_details = {
    address: null,
    business_name: null,
    email: customer?.email ?? session.customer_email,
    individual_name: null,
    name: customer?.name ?? null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  }
  emit(world, 'checkout.session.completed', session)
}

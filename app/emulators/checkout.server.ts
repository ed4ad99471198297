import type Stripe from 'stripe'
import { existingCustomer } from './customers.server'
import { EmulatorError, resourceMissing } from './errors.server'
import { newCard, newSetupIntent, type SetupIntent } from './objects/customer.server'
import { metadataOf } from './objects/ids.server'
import { newSession, type Session } from './objects/session.server'
import { priceId } from './objects/subscription.server'
import { add, type Emulator, now, type Plan, priceOf } from './state.server'
import { subscribe } from './subscriptions.server'
import { emit } from './webhooks.server'

/** `POST /v1/checkout/sessions` */
export function createSession(emulator: Emulator, params: Stripe.Checkout.SessionCreateParams) {
  const customer = validate(emulator, params)
  const created = now(emulator)
  const { state, url: origin } = emulator
  const { trial_period_days: trialDays = null, metadata } = params.subscription_data ?? {}
  const isSetup = params.mode === 'setup'
  const setupIntent = isSetup ? add(state.setupIntents, newSetupIntent(created, customer)).id : null
  const amount = isSetup ? null : trialDays ? 0 : priceOf(emulator)
  const session = newSession(created, { ...params, customer }, { amount, setupIntent, origin })
  state.plans.set(session.id, { trialDays, metadata: metadataOf(metadata) })
  return add(state.sessions, session)
}

function validate(emulator: Emulator, params: Stripe.Checkout.SessionCreateParams) {
  const { mode, customer, line_items: items, subscription_data, success_url, cancel_url } = params
  if (mode !== 'subscription' && mode !== 'setup') throw missingParam('mode')
  if (!customer) throw missingParam('customer')
  existingCustomer(
    emulator,
    customer,
    resourceMissing('customer', customer, { status: 400, param: 'customer' }),
  )
  if (mode === 'subscription') checkItems(items)
  else if (!params.currency) throw missingParam('currency')
  for (const [param, value] of Object.entries(
    mode === 'setup' ? { line_items: items, subscription_data } : {},
  )) {
    if (value) throw new EmulatorError(400, `You can not pass \`${param}\` in \`${mode}\` mode.`, { param })
  }
  if (!success_url) throw missingParam('success_url')
  for (const [param, url] of Object.entries({ success_url, cancel_url })) {
    if (url && !/^https?:\/\/[^/]/.test(url))
      throw new EmulatorError(400, 'Not a valid URL', { code: 'url_invalid', param })
  }
  const { trial_period_days: days = 1 } = subscription_data ?? {}
  if (days < 1 || days > 730) {
    const param = 'subscription_data[trial_period_days]'
    const fields = { code: 'parameter_invalid_integer', param } as const
    throw new EmulatorError(400, 'The number of trial period days must be from 1 to 730.', fields)
  }
  return customer
}

function checkItems(items: Stripe.Checkout.SessionCreateParams['line_items']) {
  const [item, ...more] = items ?? []
  if (!item?.price || more.length > 0) throw missingParam('line_items')
  if (item.price !== priceId)
    throw resourceMissing('price', item.price, { status: 400, param: 'line_items[0][price]' })
  if (item.quantity !== 1) throw missingParam('line_items[0][quantity]')
}

const missingParam = (param: string) =>
  new EmulatorError(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param })

function existingSession({ state }: Emulator, id: string) {
  const session = state.sessions.get(id)
  if (!session) throw resourceMissing('checkout.session', id)
  return session
}

/** `GET /v1/checkout/sessions/:id`. Expands `setup_intent` only. */
export function retrieveSession(
  emulator: Emulator,
  { expand = [] }: Stripe.Checkout.SessionRetrieveParams,
  id: string,
) {
  const session = existingSession(emulator, id)
  const unsupported = expand.find((path) => path !== 'setup_intent')
  if (unsupported)
    throw new EmulatorError(400, `The emulator cannot expand this property: ${unsupported}`, {
      param: 'expand',
    })
  if (expand.length === 0) return session
  return { ...session, setup_intent: emulator.state.setupIntents.get(session.setup_intent ?? '') ?? null }
}

/** `POST /v1/checkout/sessions/:id/expire`. Also called when the time limit of a session has passed. */
export function expireSession(emulator: Emulator, id: string) {
  const session = existingSession(emulator, id)
  if (session.status !== 'open') {
    throw new EmulatorError(400, `Only an open Checkout Session can be expired. It is ${session.status}.`)
  }
  session.status = 'expired'
  session.url = null
  emit(emulator, 'checkout.session.expired', session)
  return session
}

/** The cards of the checkout page, with the last four digits of Stripe's test cards. */
export const testCards = { works: '4242', 'declined-later': '0341', declined: '0002' }
export type TestCard = keyof typeof testCards

/** Completes an open session. If the card is declined, returns false and leaves the session open. */
export function completeSession(emulator: Emulator, session: Session, behaviour: TestCard) {
  if (behaviour === 'declined') return false
  const { state } = emulator
  const card = add(state.cards, newCard(now(emulator), session.customer, testCards[behaviour]))
  if (behaviour === 'declined-later') state.declined.set(card.id, true)
  emit(emulator, 'payment_method.attached', card)
  if (session.mode === 'setup') {
    const intent = state.setupIntents.get(String(session.setup_intent)) as SetupIntent
    intent.payment_method = card.id
    intent.status = 'succeeded'
    emit(emulator, 'setup_intent.succeeded', intent)
  } else {
    const plan = state.plans.get(session.id) as Plan
    const subscription = subscribe(emulator, session.customer, card.id, plan)
    session.subscription = subscription.id
    session.invoice = subscription.latest_invoice
  }
  session.status = 'complete'
  session.url = null
  session.payment_status = session.amount_total ? 'paid' : 'no_payment_required'
  emit(emulator, 'checkout.session.completed', session)
  return true
}

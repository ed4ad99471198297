import type Stripe from 'stripe'
import { requireCustomer } from './customers.server'
import { EmulatorError } from './errors.server'
import { newCard, newSession, newSetupIntent, type Session, type SetupIntent } from './objects.server'
import { add, type Emulator, find, now, type Plan } from './state.server'
import { subscribe } from './subscriptions.server'
import { emit } from './webhooks.server'

/** `POST /v1/checkout/sessions` */
export function createSession(emulator: Emulator, params: Stripe.Checkout.SessionCreateParams) {
  const { mode, customer = '', subscription_data } = params
  checkMode(params)
  requireCustomer(emulator, customer, { status: 400, param: 'customer' })
  const created = now(emulator)
  const { state, url: origin } = emulator
  const { trial_period_days: trialDays = null, metadata } = subscription_data ?? {}
  const isSetup = mode === 'setup'
  const setupIntent = isSetup ? add(state.setupIntents, newSetupIntent(created, customer)).id : null
  const session = newSession(created, { ...params, customer }, setupIntent, origin)
  state.plans.set(session.id, { trialDays, metadata: (metadata ?? {}) as Stripe.Metadata })
  return add(state.sessions, session)
}

/** Checks which parameters the mode requires and allows. */
function checkMode(params: Stripe.Checkout.SessionCreateParams) {
  const isSetup = params.mode === 'setup'
  const required = ['mode', 'customer', 'success_url', isSetup ? 'currency' : 'line_items'] as const
  const missing = required.find((name) => !params[name])
  if (missing) {
    const fields = { code: 'parameter_missing', param: missing } as const
    throw new EmulatorError(400, `Missing required param: ${missing}.`, fields)
  }
  const param = isSetup && (['line_items', 'subscription_data'] as const).find((name) => params[name])
  if (param) throw new EmulatorError(400, `You can not pass \`${param}\` in \`setup\` mode.`, { param })
}

/** `GET /v1/checkout/sessions/:id`. `expand` can only be `setup_intent`. */
export function retrieveSession(
  emulator: Emulator,
  { expand }: Stripe.Checkout.SessionRetrieveParams,
  id: string,
) {
  const session = find(emulator.state.sessions, 'checkout.session', id)
  if (!expand) return session
  return { ...session, setup_intent: emulator.state.setupIntents.get(session.setup_intent ?? '') ?? null }
}

/** `POST /v1/checkout/sessions/:id/expire`. Also called when the time limit of a session has passed. */
export function expireSession(emulator: Emulator, _params: unknown, id: string) {
  const session = find(emulator.state.sessions, 'checkout.session', id)
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
    session.payment_status = plan.trialDays ? 'no_payment_required' : 'paid'
  }
  session.status = 'complete'
  session.url = null
  emit(emulator, 'checkout.session.completed', session)
  return true
}

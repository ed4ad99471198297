import type { RequestHandler } from 'express'
import type Stripe from 'stripe'
import { requireCustomer } from './customers.server'
import { newCard, newSession, newSetupIntent, type Session, type SetupIntent } from './objects.server'
import { escapeHtml, sendPage } from './pages.server'
import { add, type Emulator, EmulatorError, find, listPage, now, type Plan, saveState } from './state.server'
import { subscribe } from './subscriptions.server'
import { emit } from './webhooks.server'

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

/** `expand` can only be `setup_intent`. */
export function retrieveSession(
  emulator: Emulator,
  { expand }: Stripe.Checkout.SessionRetrieveParams,
  id: string,
) {
  const session = find(emulator.state.sessions, 'checkout.session', id)
  if (!expand) return session
  return { ...session, setup_intent: emulator.state.setupIntents.get(session.setup_intent ?? '') ?? null }
}

export function listSessions(emulator: Emulator, params: Stripe.Checkout.SessionListParams) {
  const { customer, status } = params
  if (customer) requireCustomer(emulator, customer)
  const found = [...emulator.state.sessions.values()].filter(
    (session) => (!customer || session.customer === customer) && (!status || session.status === status),
  )
  return listPage(found, params)
}

/** Also called when the time limit of a session has passed. */
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
const testCards = { works: '4242', 'declined-later': '0341', declined: '0002' }
export type TestCard = keyof typeof testCards

/** Completes an open session. If the card is declined, returns false and leaves the session open. */
function completeSession(emulator: Emulator, session: Session, behaviour: TestCard) {
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

/** The page at a checkout session's `url`. */
export function checkoutHandler(emulator: Emulator): RequestHandler {
  return ({ method, params, body }, response) => {
    const session = emulator.state.sessions.get(params.id ?? '')
    if (!session) return sendPage(response, messagePage('Not found', 'There is no such checkout.'), 404)
    if (session.status === 'expired') {
      const text = 'This checkout has expired. Go back and start again.'
      return sendPage(response, messagePage('Expired', text, session.cancel_url), 410)
    }
    if (session.status === 'complete') return response.redirect(303, successUrl(session))
    if (method !== 'POST') return sendPage(response, checkoutPage(emulator, session))
    if (!isTestCard(body.card)) return sendPage(response, checkoutPage(emulator, session), 400)
    const isPaid = completeSession(emulator, session, body.card)
    saveState(emulator)
    if (isPaid) return response.redirect(303, successUrl(session))
    sendPage(response, checkoutPage(emulator, session, 'The card was declined. Choose another one.'), 402)
  }
}

const successUrl = ({ success_url, id }: Session) =>
  (success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id)

const isTestCard = (value: string): value is TestCard => Object.hasOwn(testCards, value)

const notice =
  '<p class="notice">This is a practice checkout. Nothing is charged and no card is asked for.</p>'

/** The user selects the behaviour of the card instead of entering a number. */
function checkoutPage(emulator: Emulator, session: Session, error = '') {
  const isSetup = session.mode === 'setup'
  const title = isSetup ? 'Update your card' : 'Subscribe to Budkeeper'
  const verb = isSetup ? 'Save' : 'Pay with'
  const intro = isSetup
    ? '<p class="quiet-text">The card that you save here pays for your subscription.</p>'
    : priceHtml(emulator, session)
  const main = `${notice}
${error && `<p class="form-error" role="alert">${error}</p>`}
<section class="card">
<h1>${title}</h1>
${intro}
<form method="post">
<button class="button" name="card" value="works">${verb} a card that works</button>
<button class="button quiet" name="card" value="declined-later">${verb} a card that is declined later</button>
<button class="button quiet" name="card" value="declined">${verb} a card that is declined now</button>
</form>
${session.cancel_url ? `<a class="button bare" href="${escapeHtml(session.cancel_url)}">Back</a>` : ''}
</section>`
  return { title, main }
}

function priceHtml(emulator: Emulator, { id }: Session) {
  const days = emulator.state.plans.get(id)?.trialDays
  const first = days
    ? `The first payment is due after ${days} ${days === 1 ? 'day' : 'days'} of trial.`
    : 'The first payment is due today.'
  return `<p class="price">£${(emulator.options.amount / 100).toFixed(2)} <small>a month</small></p>
<p class="quiet-text">${first}</p>`
}

function messagePage(title: string, text: string, back?: string | null) {
  const link = back ? `<a class="button" href="${escapeHtml(back)}">Back</a>` : ''
  return { title, main: `<section class="card"><h1>${title}</h1><p>${text}</p>${link}</section>` }
}

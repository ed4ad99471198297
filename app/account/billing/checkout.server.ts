import { setTimeout } from 'node:timers/promises'
import type Stripe from 'stripe'
import type { User } from '~/account/users/user'
import { clock } from '~/base/db/clock.server'
import { sha256 } from '~/base/http/secret.server'
import { flushOutboxInBackground } from '~/base/mail/outbox.server'
import { env } from '~/base/node/env.server'
import { UserError } from '~/base/node/errors'
import { log } from '~/base/node/log.server'
import { withTimeout } from '~/base/node/timeout.server'
import {
  type BillingRow,
  ensureCustomer,
  findBillingRow,
  updateBillingRow,
  withCustomerLease,
} from './customers.server'
import {
  errorFields,
  isDeclined,
  isInvalidRequest,
  stripe,
  timedOut,
  undefinedIfMissing,
  withDeadline,
  withIdempotencyKey,
} from './stripe.server'
import { syncCustomer } from './stripe-sync.server'
import { isOver, statusOf, subscriptionPath, wholeDaysLeft } from './subscription'
import { assertNotExempt, findBilling } from './subscriptions.server'

const screen = `${env.APP_URL}${subscriptionPath}`
const urls = { success_url: `${screen}?checkout={CHECKOUT_SESSION_ID}`, cancel_url: screen }

/**
 * Returns the URL of a checkout, for a subscription or for another card after a failed payment. A user has at
 * most one open checkout.
 */
export async function openCheckout(user: User) {
  assertNotExempt(user)
  return withDeadline('Failed to create checkout session', (deadline) =>
    withCustomerLease(user._id, () => openOrReuseCheckout(user), deadline),
  )
}

async function openOrReuseCheckout(user: User) {
  // Before a call to Stripe, because it throws if the account was deleted while this request waited for the lease.
  const { trialEndsAt } = await findBilling(user._id)
  const customer = await ensureCustomer(user)
  const { row, openSession } = await completeCheckout(await syncCustomer(user._id, customer))
  const params = checkoutParams(row, customer, trialEndsAt)
  return (openSession && (await reuseCheckout(openSession, row, params))) ?? createCheckout(row, params)
}

type Params = Stripe.Checkout.SessionCreateParams

function checkoutParams({ userId, stripeStatus }: BillingRow, customer: string, trialEndsAt: Date): Params {
  const status = statusOf(stripeStatus, trialEndsAt > clock.now())
  if (status === 'active') throw new UserError(409, 'You already have a subscription')
  const common = { ...urls, customer, client_reference_id: userId }
  if (!isOver(stripeStatus)) return { ...common, mode: 'setup', currency: 'gbp' }
  const days = wholeDaysLeft(trialEndsAt, clock.now())
  return {
    ...common,
    mode: 'subscription',
    line_items: [{ price: stripe().priceId, quantity: 1 }],
    subscription_data: { metadata: { user: userId }, ...(days > 0 && { trial_period_days: days }) },
  }
}

/** Metadata with a hash of a checkout's parameters, so that an open session with the same parameters is reused. */
const fingerprint = (params: Params) => ({ fingerprint: sha256(JSON.stringify(params)) })

/** Returns the URL of the open checkout, or expires it if its parameters are out of date. */
async function reuseCheckout(open: Stripe.Checkout.Session, { stripeStatus }: BillingRow, params: Params) {
  const isIncomplete = stripeStatus === 'incomplete' && open.mode === 'subscription'
  const isSame = open.metadata?.fingerprint === fingerprint(params).fingerprint
  if (open.url && (isIncomplete || isSame)) return open.url
  await expireCheckout(open.id)
}

const expireCheckout = (id: string) => stripe().client.checkout.sessions.expire(id)

async function createCheckout({ userId, checkoutId }: BillingRow, params: Params) {
  const allParams = { ...params, metadata: fingerprint(params) }
  const { id, url } = await withIdempotencyKey(['checkout', checkoutId, allParams], (options) =>
    stripe().client.checkout.sessions.create(allParams, options),
  )
  if (!url) throw new Error('The checkout session has no URL')
  await updateBillingRow(userId, { checkoutId: id, isCheckoutOpen: true })
  return url
}

type CheckoutState = { row: BillingRow; openSession?: Stripe.Checkout.Session }

/**
 * Returns the session of the last checkout if it is still open. Otherwise stores the outcome of the checkout. If the
 * checkout was for a new card, pays open invoices with it.
 */
async function completeCheckout(row: BillingRow): Promise<CheckoutState> {
  const { userId, customerId, checkoutId, isCheckoutOpen } = row
  if (!customerId || !checkoutId || !isCheckoutOpen) return { row }
  const { sessions } = stripe().client.checkout
  const session = await sessions.retrieve(checkoutId, { expand: ['setup_intent'] }).catch(undefinedIfMissing)
  if (!session) return { row: await updateBillingRow(userId, { isCheckoutOpen: false }) }
  const isOpen = session.status === 'open'
  if (isOpen && !(await isDuplicate(session, row))) return { row, openSession: session }
  if (isOpen) await expireCheckout(checkoutId)
  const card = session.status === 'complete' && session.mode === 'setup' && cardOf(session)
  if (card) await payWithCard(card, row).catch(logRefusal)
  await syncCustomer(userId, customerId)
  return { row: await updateBillingRow(userId, { isCheckoutOpen: false }) }
}

/**
 * Whether an open checkout would create a duplicate subscription, because support has already created one in Stripe's
 * dashboard. A subscription with the user in its metadata does not count: it comes from a checkout, perhaps this one.
 */
async function isDuplicate({ mode }: Stripe.Checkout.Session, { subscriptionId, stripeStatus }: BillingRow) {
  if (mode !== 'subscription' || !subscriptionId || isOver(stripeStatus)) return false
  const { metadata } = await stripe().client.subscriptions.retrieve(subscriptionId)
  return !metadata.user
}

function cardOf({ setup_intent: intent }: Stripe.Checkout.Session) {
  const method = typeof intent === 'string' ? null : intent?.payment_method
  return typeof method === 'string' ? method : method?.id
}

async function payWithCard(card: string, { customerId, subscriptionId, stripeStatus }: BillingRow) {
  if (!customerId || !subscriptionId || isOver(stripeStatus)) return
  const { customers, subscriptions } = stripe().client
  await customers.update(customerId, { invoice_settings: { default_payment_method: card } })
  await subscriptions.update(subscriptionId, { default_payment_method: card })
  if (stripeStatus === 'paused') await subscriptions.resume(subscriptionId)
  await payOpenInvoices(subscriptionId, card)
}

/**
 * Pays the newest invoice first. While a subscription is unpaid, Stripe leaves its invoices as drafts. Of these only the
 * newest is charged, which is for the current period.
 */
async function payOpenInvoices(subscription: string, card: string) {
  const { invoices } = stripe().client
  const { data } = await invoices.list({ subscription, limit: 100 })
  const isPayable = ({ status, auto_advance }: Stripe.Invoice, index: number) =>
    status === 'open' || status === 'uncollectible' || (index === 0 && status === 'draft' && !auto_advance)
  for (const { id } of data.filter(isPayable)) await invoices.pay(id, { payment_method: card })
}

/**
 * A declined card or an invalid request does not fail the checkout: the subscription's status shows the declined card,
 * and a retry would fail too.
 */
function logRefusal(error: unknown) {
  if (!isDeclined(error) && !isInvalidRequest(error)) throw error
  log.warn(errorFields(error), 'open invoices not paid with the new card')
}

/** Reconciles the user's row with Stripe. Enqueues mails, but does not send them. */
export function reconcile(userId: string) {
  return withCustomerLease(userId, async () => {
    const row = await findBillingRow(userId)
    if (row?.customerId) await completeCheckout(await syncCustomer(userId, row.customerId))
  })
}

export async function reconcileAndMail(userId: string) {
  await reconcile(userId)
  flushOutboxInBackground()
}

const maxWait = 3_000
const pollInterval = 400

/** Waits up to three seconds for the outcome of a checkout, after the user has come back from it. */
export async function awaitCheckout(user: User, checkoutId: string) {
  if ((await findBillingRow(user._id))?.checkoutId !== checkoutId) return 'foreign'
  try {
    const isComplete = await withTimeout(maxWait, pollUntilComplete(Date.now() + maxWait, user._id), timedOut)
    return isComplete ? 'complete' : 'pending'
  } catch (error) {
    log.warn(errorFields(error), 'checkout not complete yet')
    return 'pending'
  }
}

async function pollUntilComplete(deadline: number, userId: string): Promise<boolean> {
  await reconcileAndMail(userId)
  if (!(await findBillingRow(userId))?.isCheckoutOpen) return true
  if (Date.now() + pollInterval > deadline) return false
  await setTimeout(pollInterval)
  return pollUntilComplete(deadline, userId)
}

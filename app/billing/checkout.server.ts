import type Stripe from 'stripe'
import type { User } from '~/accounts/account'
import { hashToken } from '~/accounts/sessions.server'
import { clock } from '~/db/clock.server'
import { env } from '~/http/env.server'
import { UserError } from '~/http/errors'
import { log } from '~/http/log.server'
import { mailsOwed } from '~/mail/outbox.server'
import { type Account, accountOf, atCustomer, customerOf, write } from './customers.server'
import { answered, described, isDeclined, isMissing, isRefused, once, stripe, within } from './stripe.server'
import { fetchTruth } from './stripe-sync.server'
import { isOver, statusOf, wholeDaysLeft } from './subscription'
import { billingOf, refuseExempt } from './subscriptions.server'

export const checkoutFailed = 'Failed to create checkout session'

const screen = `${env.APP_URL}/dashboard/subscription`
const ways = { success_url: `${screen}?checkout={CHECKOUT_SESSION_ID}`, cancel_url: screen }

/** The address of a checkout: for the plan, or where a payment has failed for another card. One is open at a time. */
export async function openCheckout(user: User) {
  refuseExempt(user)
  return answered(checkoutFailed, (deadline) => atCustomer(user._id, () => addressFor(user), deadline))
}

async function addressFor(user: User) {
  const customer = await customerOf(user)
  const { account, open } = await settled(await fetchTruth(user._id, customer))
  const { trialEndsAt } = await billingOf(user._id)
  const wanted = checkoutFor(account, customer, trialEndsAt)
  return (open && (await reopened(open, account, wanted))) ?? opened(account, wanted)
}

type Wanted = Stripe.Checkout.SessionCreateParams

function checkoutFor({ userId, stripeStatus }: Account, customer: string, trialEndsAt: Date): Wanted {
  const status = statusOf(stripeStatus, trialEndsAt > clock.now())
  if (status === 'active') throw new UserError(409, 'You already have a subscription')
  const common = { ...ways, customer, client_reference_id: userId }
  if (!isOver(stripeStatus)) return { ...common, mode: 'setup', currency: 'gbp' }
  const days = wholeDaysLeft(trialEndsAt, clock.now())
  return {
    ...common,
    mode: 'subscription',
    line_items: [{ price: stripe().priceId, quantity: 1 }],
    subscription_data: { metadata: { user: userId }, ...(days > 0 && { trial_period_days: days }) },
  }
}

/** By which an open checkout is recognised that was made from the same. */
const markOf = (wanted: Wanted) => ({ wanted: hashToken(JSON.stringify(wanted)) })

/** However often the button is pressed, it leads to the same checkout; one that does not fit any more is closed. */
async function reopened(open: Stripe.Checkout.Session, { stripeStatus }: Account, wanted: Wanted) {
  const hasBegun = stripeStatus === 'incomplete' && open.mode === 'subscription'
  if (open.url && (hasBegun || open.metadata?.wanted === markOf(wanted).wanted)) return open.url
  await stripe().client.checkout.sessions.expire(open.id)
}

async function opened({ userId, checkoutId }: Account, wanted: Wanted) {
  const params = { ...wanted, metadata: markOf(wanted) }
  const { id, url } = await once(['checkout', checkoutId, params], (options) =>
    stripe().client.checkout.sessions.create(params, options),
  )
  if (!url) throw new Error('The checkout has no address')
  await write(userId, { checkoutId: id, isCheckoutOpen: true })
  return url
}

type Settled = { account: Account; open?: Stripe.Checkout.Session }

/** What came of the last checkout, if it is not open still: a card that was given becomes the one to pay with, and pays what is open. */
async function settled(account: Account): Promise<Settled> {
  const { userId, customerId, checkoutId, isCheckoutOpen } = account
  if (!customerId || !checkoutId || !isCheckoutOpen) return { account }
  const { sessions } = stripe().client.checkout
  const session = await known(checkoutId)
  if (!session) return { account: await write(userId, { isCheckoutOpen: false }) }
  const isOpen = session.status === 'open'
  if (isOpen && !(await isNeedless(session, account))) return { account, open: session }
  if (isOpen) await sessions.expire(checkoutId)
  const card = session.status === 'complete' && session.mode === 'setup' && cardOf(session)
  if (card) await payWith(card, account).catch(unlessRefused)
  await fetchTruth(userId, customerId)
  return { account: await write(userId, { isCheckoutOpen: false }) }
}

/** None where the keys are another Stripe account's by now. */
async function known(checkoutId: string) {
  try {
    return await stripe().client.checkout.sessions.retrieve(checkoutId, { expand: ['setup_intent'] })
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** The support has made a subscription meanwhile: here another would be paid for. One that names the user may be this checkout's own. */
async function isNeedless({ mode }: Stripe.Checkout.Session, { subscriptionId, stripeStatus }: Account) {
  if (mode !== 'subscription' || !subscriptionId || isOver(stripeStatus)) return false
  const { metadata } = await stripe().client.subscriptions.retrieve(subscriptionId)
  return !metadata.user
}

function cardOf({ setup_intent: intent }: Stripe.Checkout.Session) {
  const method = typeof intent === 'string' ? null : intent?.payment_method
  return typeof method === 'string' ? method : method?.id
}

async function payWith(card: string, { customerId, subscriptionId, stripeStatus }: Account) {
  if (!customerId || !subscriptionId || isOver(stripeStatus)) return
  const { customers, subscriptions } = stripe().client
  await customers.update(customerId, { invoice_settings: { default_payment_method: card } })
  await subscriptions.update(subscriptionId, { default_payment_method: card })
  if (stripeStatus === 'paused') await subscriptions.resume(subscriptionId)
  await payOpen(subscriptionId, card)
}

/** Newest first. Of an unpaid subscription the running month is a draft that Stripe leaves lying; those before it stay so. */
async function payOpen(subscription: string, card: string) {
  const { invoices } = stripe().client
  const { data } = await invoices.list({ subscription, limit: 100 })
  const isOwed = ({ status, auto_advance }: Stripe.Invoice, place: number) =>
    status === 'open' || status === 'uncollectible' || (place === 0 && status === 'draft' && !auto_advance)
  for (const { id } of data.filter(isOwed)) await invoices.pay(id, { payment_method: card })
}

/** The card was declined, which the subscription says itself; or Stripe will not have it, today or tomorrow. */
function unlessRefused(error: unknown) {
  if (!isDeclined(error) && !isRefused(error)) throw error
  log.warn(described(error), 'a card that was given does not pay')
}

/** What a customer's checkout and subscription have come to, as Stripe has it. */
export async function refresh(userId: string) {
  await lookAgain(userId)
  mailsOwed()
}

/** The same for who sends the mails that are owed for it. */
export function lookAgain(userId: string) {
  return atCustomer(userId, async () => {
    const account = await accountOf(userId)
    if (account?.customerId) await settled(await fetchTruth(userId, account.customerId))
  })
}

const waitForPayment = 3_000
const askEvery = 400

/** After a checkout: waits, but not for long, until Stripe has told what came of it. */
export async function arrived(user: User, checkoutId: string): Promise<'settled' | 'waiting' | 'foreign'> {
  if ((await accountOf(user._id))?.checkoutId !== checkoutId) return 'foreign'
  try {
    const isSettled = await within(waitForPayment, settledBy(Date.now() + waitForPayment, user._id))
    return isSettled ? 'settled' : 'waiting'
  } catch (error) {
    log.warn(described(error), 'a checkout is not settled yet')
    return 'waiting'
  }
}

async function settledBy(deadline: number, userId: string): Promise<boolean> {
  await refresh(userId)
  if (!(await accountOf(userId))?.isCheckoutOpen) return true
  if (Date.now() + askEvery > deadline) return false
  await new Promise((resolve) => setTimeout(resolve, askEvery))
  return settledBy(deadline, userId)
}

import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { User } from '~/accounts/account'
import { mailsOwed } from '~/mails/mails.server'
import { db } from '~/server/db.server'
import { env } from '~/server/env.server'
import { UserError } from '~/server/errors'
import { log } from '~/server/log.server'
import { now } from '~/server/now.server'
import { subscriptions } from '~drizzle/schema'
import { type Account, accountOf, atCustomer, customerOf } from './customers.server'
import { answered, described, stripe, within } from './stripe.server'
import { statusOf, wholeDaysLeft } from './subscription'
import { billingOf, refuseExempt } from './subscriptions.server'
import { fetchTruth } from './truth.server'

export const checkoutFailed = 'Failed to create checkout session'

const screen = `${env.APP_URL}/dashboard/subscription`
const ways = { success_url: `${screen}?checkout={CHECKOUT_SESSION_ID}`, cancel_url: screen }

/** The address of a checkout: for the plan, or where a payment has failed for another card. One is open at a time. */
export async function openCheckout(user: User) {
  refuseExempt(user)
  return answered(checkoutFailed, () =>
    atCustomer(user._id, async () => {
      const customer = await customerOf(user)
      const account = await settleCheckout(await fetchTruth(user._id, customer))
      const { trialEndsAt } = await billingOf(user._id)
      const wanted = checkoutFor(account, customer, trialEndsAt)
      return (await reopened(account, wanted)) ?? opened(account, wanted)
    }),
  )
}

type Wanted = Stripe.Checkout.SessionCreateParams & { metadata: { wanted: string } }

function checkoutFor(account: Account, customer: string, trialEndsAt: Date): Wanted {
  const status = statusOf(account.stripeStatus, trialEndsAt > now())
  if (status === 'active') throw new UserError(409, 'You already have a subscription')
  const common = { ...ways, customer, client_reference_id: account.userId }
  if (isOverdue(account)) {
    return { ...common, mode: 'setup', currency: 'gbp', metadata: { wanted: 'card' } }
  }
  const days = wholeDaysLeft(trialEndsAt, now())
  return {
    ...common,
    mode: 'subscription',
    line_items: [{ price: stripe().priceId, quantity: 1 }],
    subscription_data: { metadata: { user: account.userId }, ...(days > 0 && { trial_period_days: days }) },
    metadata: { wanted: `plan ${days}` },
  }
}

/** There is a subscription, and its payment has failed: another would be paid twice. */
function isOverdue({ stripeStatus }: Account) {
  return stripeStatus !== null && !['canceled', 'incomplete_expired'].includes(stripeStatus)
}

/** However often the button is pressed, it leads to the same checkout; one that does not fit any more is closed. */
async function reopened({ checkoutId, isCheckoutOpen, stripeStatus }: Account, { metadata }: Wanted) {
  if (!checkoutId || !isCheckoutOpen) return undefined
  const session = await stripe().client.checkout.sessions.retrieve(checkoutId)
  if (session.status !== 'open') return undefined
  const hasBegun = stripeStatus === 'incomplete' && session.mode === 'subscription'
  if (session.url && (hasBegun || session.metadata?.wanted === metadata.wanted)) return session.url
  await stripe().client.checkout.sessions.expire(checkoutId)
}

async function opened({ userId, checkoutId }: Account, wanted: Wanted) {
  const session = await stripe().client.checkout.sessions.create(wanted, {
    idempotencyKey: `checkout-${userId}-${checkoutId ?? 'first'}-${wanted.metadata.wanted}`,
  })
  if (!session.url) throw new Error('The checkout has no address')
  await db
    .update(subscriptions)
    .set({ checkoutId: session.id, isCheckoutOpen: true })
    .where(eq(subscriptions.userId, userId))
  return session.url
}

/** A card that was given at the last checkout becomes the one to pay with, and pays what is open. */
export async function settleCheckout(account: Account): Promise<Account> {
  const { userId, customerId, checkoutId, isCheckoutOpen } = account
  if (!customerId || !checkoutId || !isCheckoutOpen) return account
  const { client } = stripe()
  const session = await client.checkout.sessions.retrieve(checkoutId, { expand: ['setup_intent'] })
  if (session.status === 'open') return account
  const card = session.status === 'complete' && session.mode === 'setup' && cardOf(session)
  if (card) await payWith(card, account)
  await db.update(subscriptions).set({ isCheckoutOpen: false }).where(eq(subscriptions.userId, userId))
  return fetchTruth(userId, customerId)
}

function cardOf({ setup_intent: intent }: Stripe.Checkout.Session) {
  const method = typeof intent === 'string' ? null : intent?.payment_method
  return typeof method === 'string' ? method : method?.id
}

async function payWith(card: string, { customerId, subscriptionId }: Account) {
  const { client } = stripe()
  if (!customerId) return
  await client.customers.update(customerId, { invoice_settings: { default_payment_method: card } })
  if (!subscriptionId) return
  await client.subscriptions.update(subscriptionId, { default_payment_method: card })
  const { data } = await client.invoices.list({ subscription: subscriptionId })
  for (const { id, status } of data) {
    const isOwed = status === 'open' || status === 'uncollectible'
    if (isOwed) await client.invoices.pay(id, { payment_method: card }).catch(unlessDeclined)
  }
}

/** The card was refused again: the subscription says so itself. */
function unlessDeclined(error: Stripe.errors.StripeError) {
  if (error.type !== 'StripeCardError') throw error
}

/** What a customer's checkout and subscription have come to, as Stripe has it. */
export async function refresh(userId: string) {
  await atCustomer(userId, async () => {
    const account = await accountOf(userId)
    if (account?.customerId) await settleCheckout(await fetchTruth(userId, account.customerId))
  })
  mailsOwed()
}

const waitForPayment = 3_000
const askEvery = 400

/** After a checkout: waits, but not for long, until Stripe has told what came of it. */
export async function arrived(user: User, checkoutId: string): Promise<'settled' | 'waiting' | 'foreign'> {
  if ((await accountOf(user._id))?.checkoutId !== checkoutId) return 'foreign'
  try {
    await within(waitForPayment, untilSettled(user._id))
    return 'settled'
  } catch (error) {
    log.warn(described(error), 'a checkout is not settled yet')
    return 'waiting'
  }
}

async function untilSettled(userId: string) {
  const deadline = Date.now() + waitForPayment
  for (await refresh(userId); (await accountOf(userId))?.isCheckoutOpen; await refresh(userId)) {
    if (Date.now() > deadline) return
    await new Promise((resolve) => setTimeout(resolve, askEvery))
  }
}

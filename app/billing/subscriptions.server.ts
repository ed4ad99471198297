import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { isDemoAccount, isExempt, type User } from '~/accounts/account'
import { clock } from '~/db/clock.server'
import { db } from '~/db/db.server'
import { UserError } from '~/http/errors'
import { log } from '~/http/log.server'
import type { NewMail } from '~/mail/mail-kinds.server'
import { enqueue, flushOutboxInBackground } from '~/mail/outbox.server'
import { subscriptions, users } from '~drizzle/schema'
import {
  type BillingRow,
  billingColumns,
  findBillingRow,
  updateBillingRow,
  withCustomerLease,
} from './customers.server'
import { assertBefore, isMissing, stripe, withDeadline } from './stripe.server'
import { type Billing, formatDate, isOver, subscriptionOf } from './subscription'

/** Throws for users who need no subscription (product 1). */
export function assertNotExempt(user: User) {
  if (isDemoAccount(user)) throw new UserError(403, 'The demo account cannot be changed')
  if (isExempt(user)) throw new UserError(400, 'This account needs no subscription')
}

export async function findBilling(userId: string): Promise<Billing> {
  const [row] = await db
    .select(billingColumns)
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users._id))
    .where(eq(users._id, userId))
  if (!row) throw new UserError(401, 'Please log in')
  return row
}

/** The subscription that the user sees; null for users who need none. */
export async function findSubscription(user: User) {
  return isExempt(user) ? null : subscriptionOf(await findBilling(user._id), clock.now())
}

/** A subscription that is still running at Stripe, although the user no longer needs one. */
export async function findRemainingSubscription(user: User) {
  if (!isExempt(user) || isDemoAccount(user)) return null
  const billing = await findBilling(user._id)
  return isOver(billing.stripeStatus) ? null : subscriptionOf(billing, clock.now())
}

/** Cancels at the end of the current period. Until then the subscription can be resumed. */
export async function cancelSubscription(user: User) {
  if (!(await findRemainingSubscription(user))) assertNotExempt(user)
  return changeRenewal(user, true, 'Failed to cancel subscription')
}

export async function resumeSubscription(user: User) {
  assertNotExempt(user)
  return changeRenewal(user, false, 'Failed to resume subscription')
}

async function changeRenewal(user: User, willEnd: boolean, failure: string) {
  await withDeadline(failure, async (deadline) => {
    const work = async () => {
      const customer = (await findBillingRow(user._id))?.customerId
      const all = customer ? await listSubscriptions(customer) : []
      if (customer) await storeSubscriptions(user._id, all)
      assertBefore(deadline)
      await storeSubscriptions(user._id, await changeSubscriptions(all, willEnd))
    }
    await withCustomerLease(user._id, work, deadline)
    flushOutboxInBackground()
  })
  return findSubscription(user)
}

/** To cancel, changes every running subscription; to resume, changes only the current one. */
async function changeSubscriptions(all: Stripe.Subscription[], willEnd: boolean) {
  const running = all.filter(({ status }) => !isOver(status) && status !== 'incomplete')
  const current = currentSubscription(running)
  if (!current) throw new UserError(409, 'There is no subscription to change')
  const chosen = willEnd ? running : [current]
  const changed: Stripe.Subscription[] = []
  for (const one of running) changed.push(chosen.includes(one) ? await updateRenewal(one.id, willEnd) : one)
  return changed
}

/** `cancel_at_period_end: false` does not clear a `cancel_at` that was set to another date. */
async function updateRenewal(id: string, willEnd: boolean) {
  const { subscriptions } = stripe().client
  const changed = await subscriptions.update(id, { cancel_at_period_end: willEnd })
  const stillEnds = !willEnd && changed.cancel_at !== null
  return stillEnds ? subscriptions.update(id, { cancel_at: '' }) : changed
}

/** Fetches the customer's subscriptions and stores them. The caller must have the customer's lease. */
export async function syncCustomer(userId: string, customerId: string): Promise<BillingRow> {
  return storeSubscriptions(userId, await listSubscriptions(customerId))
}

/** Lists all subscriptions, including canceled ones. A deleted customer has none, because Stripe cancels them. */
async function listSubscriptions(customer: string): Promise<Stripe.Subscription[]> {
  const { subscriptions, customers } = stripe().client
  try {
    return await subscriptions
      .list({ customer, status: 'all', limit: 100 })
      .autoPagingToArray({ limit: maxSubscriptions })
  } catch (error) {
    if (isMissing(error) && (await customers.retrieve(customer)).deleted) return []
    throw error
  }
}

const maxSubscriptions = 10_000
const statusOrder = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete']

/** The subscription that the app shows: the first by status, then the newest. */
function currentSubscription(all: Stripe.Subscription[]) {
  const rank = ({ status }: Stripe.Subscription) => {
    const index = statusOrder.indexOf(status)
    if (index >= 0) return index
    return isOver(status) ? statusOrder.length + 1 : statusOrder.length
  }
  return all.toSorted((a, b) => rank(a) - rank(b) || b.created - a.created)[0]
}

/** Stores the current subscription of a customer, and enqueues the mails about its changes in the same transaction. */
async function storeSubscriptions(userId: string, all: Stripe.Subscription[]): Promise<BillingRow> {
  const subscription = currentSubscription(all)
  warnAboutUnusual(all)
  return db.transaction(async (tx) => {
    const condition = eq(subscriptions.userId, userId)
    const [before] = await tx.select().from(subscriptions).where(condition).for('update')
    const after = await updateBillingRow(userId, rowValuesOf(subscription), tx)
    if (subscription && before) await enqueue(tx, mailsFor(after, subscription, before))
    return after
  })
}

function rowValuesOf(subscription: Stripe.Subscription | undefined) {
  const { id = null, status = null, cancel_at_period_end = false, cancel_at = null } = subscription ?? {}
  return {
    subscriptionId: id,
    stripeStatus: status,
    currentPeriodEnd: subscription ? periodEnd(subscription) : null,
    cancelAtPeriodEnd: cancel_at_period_end || cancel_at !== null,
    fetchedAt: clock.now(),
  }
}

/** `cancel_at`, or the end of the current period, which is a field of the items since API version 2025-03-31. */
function periodEnd({ items, cancel_at }: Stripe.Subscription) {
  const ends = items.data.map((item) => item.current_period_end)
  const end = cancel_at ?? Math.max(...ends)
  return Number.isFinite(end) ? new Date(end * 1_000) : null
}

/** One mail for each failed invoice while Stripe retries it, and one for a cancellation. */
function mailsFor(after: BillingRow, subscription: Stripe.Subscription, before: BillingRow): NewMail[] {
  const { userId, stripeStatus } = after
  const { latest_invoice } = subscription
  const wasOverdue = before.stripeStatus === 'past_due' || before.stripeStatus === 'unpaid'
  if (stripeStatus === 'past_due' || (stripeStatus === 'unpaid' && !wasOverdue)) {
    const about = typeof latest_invoice === 'string' ? latest_invoice : latest_invoice?.id
    return [{ kind: 'payment-failed', userId, about: `${about}` }]
  }
  if (before.subscriptionId !== after.subscriptionId || !isEnding(after) || isEnding(before)) return []
  const details =
    isOver(stripeStatus) || !after.currentPeriodEnd ? {} : { until: formatDate(after.currentPeriodEnd) }
  const about = `${subscription.id} ${subscription.canceled_at}`
  return [{ kind: 'subscription-canceled', userId, about, details }]
}

const isEnding = ({ cancelAtPeriodEnd, stripeStatus }: BillingRow) =>
  cancelAtPeriodEnd || stripeStatus === 'canceled'

function warnAboutUnusual(all: Stripe.Subscription[]) {
  const statuses = all.map(({ status }) => status).filter((status) => !isOver(status))
  if (statuses.length > 1) log.warn({ statuses }, 'customer with more than one subscription')
  for (const status of statuses) {
    if (status === 'paused' || !statusOrder.includes(status))
      log.warn({ status }, 'unsupported subscription status, shown as unpaid')
  }
}

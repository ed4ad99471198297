import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { formatLongDay } from '~/base/components/day'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import type { NewMail } from '~/base/mail/mail-kinds.server'
import { enqueue } from '~/base/mail/outbox.server'
import { log } from '~/base/node/log.server'
import { subscriptions } from '~drizzle/schema'
import { type BillingRow, updateBillingRow } from './customers.server'
import { isMissing, stripe } from './stripe.server'
import { isOver } from './subscription'

/** Fetches the customer's subscriptions and stores them. The caller must have the customer's lease. */
export async function syncCustomer(userId: string, customerId: string): Promise<BillingRow> {
  return storeSubscriptions(userId, await listSubscriptions(customerId))
}

/** Lists all subscriptions, including canceled ones. A deleted customer has none, because Stripe cancels them. */
export async function listSubscriptions(customer: string): Promise<Stripe.Subscription[]> {
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
export function currentSubscription(all: Stripe.Subscription[]) {
  const rank = ({ status }: Stripe.Subscription) => {
    const index = statusOrder.indexOf(status)
    if (index >= 0) return index
    return isOver(status) ? statusOrder.length + 1 : statusOrder.length
  }
  return all.toSorted((a, b) => rank(a) - rank(b) || b.created - a.created)[0]
}

/** Stores the current subscription of a customer, and enqueues the mails about its changes in the same transaction. */
export async function storeSubscriptions(userId: string, all: Stripe.Subscription[]): Promise<BillingRow> {
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

/** `cancel_at`, or the end of the current period, which has been a field of the items since API version 2025-03-31. */
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
    isOver(stripeStatus) || !after.currentPeriodEnd ? {} : { until: formatLongDay(after.currentPeriodEnd) }
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

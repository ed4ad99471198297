import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { clock } from '~/db/clock.server'
import { db } from '~/db/db.server'
import { log } from '~/http/log.server'
import { type Owed, owe } from '~/mail/outbox.server'
import { subscriptions } from '~drizzle/schema'
import { type Account, write } from './customers.server'
import { isMissing, stripe } from './stripe.server'
import { dayInWords, isOver } from './subscription'

/** Fetches what Stripe knows of a customer, and stores it; to be called under `atCustomer`. */
export async function fetchTruth(userId: string, customerId: string): Promise<Account> {
  return store(userId, await subscriptionsOf(customerId))
}

/** All that there are and were; none of a customer that was deleted, which has ended them. */
export async function subscriptionsOf(customer: string): Promise<Stripe.Subscription[]> {
  const { subscriptions, customers } = stripe().client
  try {
    return await subscriptions
      .list({ customer, status: 'all', limit: 100 })
      .autoPagingToArray({ limit: most })
  } catch (error) {
    if (isMissing(error) && (await customers.retrieve(customer)).deleted) return []
    throw error
  }
}

const most = 10_000
const ranks = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete']

/** Of several the one that counts: the most alive, and of those the newest. */
export function foremost(all: Stripe.Subscription[]) {
  const rank = ({ status }: Stripe.Subscription) => {
    const place = ranks.indexOf(status)
    if (place >= 0) return place
    return isOver(status) ? ranks.length + 1 : ranks.length
  }
  return all.toSorted((a, b) => rank(a) - rank(b) || b.created - a.created)[0]
}

/** Stores what Stripe says of a customer's subscriptions, with the mails that are owed for what has changed. */
export async function store(userId: string, all: Stripe.Subscription[]): Promise<Account> {
  const subscription = foremost(all)
  warnOf(all)
  return db.transaction(async (tx) => {
    const own = eq(subscriptions.userId, userId)
    const [before] = await tx.select().from(subscriptions).where(own).for('update')
    const after = await write(userId, rowOf(subscription), tx)
    if (subscription && before) await owe(tx, mailsFor(after, subscription, before))
    return after
  })
}

function rowOf(subscription: Stripe.Subscription | undefined) {
  const { id = null, status = null, cancel_at_period_end = false, cancel_at = null } = subscription ?? {}
  return {
    subscriptionId: id,
    stripeStatus: status,
    currentPeriodEnd: subscription ? endOf(subscription) : null,
    cancelAtPeriodEnd: cancel_at_period_end || cancel_at !== null,
    fetchedAt: clock.now(),
  }
}

/** Of the period, which since 2025 stands on the items; or the date that was set for its end. */
function endOf({ items, cancel_at }: Stripe.Subscription) {
  const ends = items.data.map((item) => item.current_period_end)
  const end = cancel_at ?? Math.max(...ends)
  return Number.isFinite(end) ? new Date(end * 1_000) : null
}

/** Each payment that fails is told once while Stripe tries, and that it tries no more if nothing was told before. */
function mailsFor(after: Account, subscription: Stripe.Subscription, before: Account): Owed[] {
  const { userId, stripeStatus } = after
  const { latest_invoice } = subscription
  const wasOverdue = before.stripeStatus === 'past_due' || before.stripeStatus === 'unpaid'
  if (stripeStatus === 'past_due' || (stripeStatus === 'unpaid' && !wasOverdue)) {
    const about = typeof latest_invoice === 'string' ? latest_invoice : latest_invoice?.id
    return [{ kind: 'payment-failed', userId, about: `${about}` }]
  }
  if (before.subscriptionId !== after.subscriptionId || !isEnding(after) || isEnding(before)) return []
  const details: Record<string, string> =
    isOver(stripeStatus) || !after.currentPeriodEnd ? {} : { until: dayInWords(after.currentPeriodEnd) }
  const about = `${subscription.id} ${subscription.canceled_at}`
  return [{ kind: 'subscription-canceled', userId, about, details }]
}

const isEnding = ({ cancelAtPeriodEnd, stripeStatus }: Account) =>
  cancelAtPeriodEnd || stripeStatus === 'canceled'

function warnOf(all: Stripe.Subscription[]) {
  const alive = all.map(({ status }) => status).filter((status) => !isOver(status))
  if (alive.length > 1) log.warn({ alive }, 'a customer with more than one subscription')
  for (const status of alive) {
    if (status === 'paused' || !ranks.includes(status))
      log.warn({ status }, 'a subscription status that is not ours: shown as unpaid')
  }
}

import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type Owed, owe } from '~/mails/mails.server'
import { db } from '~/server/db.server'
import { log } from '~/server/log.server'
import { now } from '~/server/now.server'
import { subscriptions } from '~drizzle/schema'
import type { Account } from './customers.server'
import { stripe } from './stripe.server'
import { dayInWords } from './subscription'

/** Fetches what Stripe knows of a customer, and stores it; to be called under `atCustomer`. */
export async function fetchTruth(userId: string, customerId: string): Promise<Account> {
  const { data } = await stripe().client.subscriptions.list({
    customer: customerId,
    status: 'all',
    limit: 100,
  })
  return store(userId, foremost(data))
}

const ranks = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete']

/** Of several the one that counts: the most alive, and of those the newest. */
function foremost(all: Stripe.Subscription[]) {
  const rank = ({ status }: Stripe.Subscription) => {
    const place = ranks.indexOf(status)
    if (place >= 0) return place
    return ['canceled', 'incomplete_expired'].includes(status) ? ranks.length + 1 : ranks.length
  }
  return all.toSorted((a, b) => rank(a) - rank(b) || b.created - a.created)[0]
}

/** Stores what Stripe says of the subscription, with the mails that are owed for what has changed. */
export async function store(userId: string, subscription: Stripe.Subscription | undefined): Promise<Account> {
  if (subscription) warnOfUnknown(subscription.status)
  const stored = {
    subscriptionId: subscription?.id ?? null,
    stripeStatus: subscription?.status ?? null,
    currentPeriodEnd: subscription ? periodEndOf(subscription) : null,
    cancelAtPeriodEnd: subscription
      ? subscription.cancel_at_period_end || subscription.cancel_at !== null
      : false,
    fetchedAt: now(),
  }
  return db.transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.userId, userId))
      .for('update')
    const [after] = await tx
      .update(subscriptions)
      .set(stored)
      .where(eq(subscriptions.userId, userId))
      .returning()
    if (subscription && before) await owe(tx, mailsFor(userId, subscription, before))
    return after as Account
  })
}

/** Since 2025 it stands on the items. */
function periodEndOf({ items }: Stripe.Subscription) {
  const ends = items.data.map((item) => item.current_period_end)
  return ends.length > 0 ? new Date(Math.max(...ends) * 1_000) : null
}

/** Each invoice that fails and each cancellation is told once. */
function mailsFor(userId: string, subscription: Stripe.Subscription, before: Account): Owed[] {
  const { id, status, canceled_at, latest_invoice } = subscription
  const invoice = typeof latest_invoice === 'string' ? latest_invoice : latest_invoice?.id
  if (status === 'past_due' || status === 'unpaid') {
    return [{ kind: 'payment-failed', userId, about: `${invoice}` }]
  }
  if (!canceled_at || before.subscriptionId !== id) return []
  const end = subscription.ended_at ? undefined : (subscription.cancel_at ?? periodEndOf(subscription))
  const until = typeof end === 'number' ? new Date(end * 1_000) : end
  const details: Record<string, string> = until ? { until: dayInWords(until) } : {}
  return [{ kind: 'subscription-canceled', userId, about: `${id} ${canceled_at}`, details }]
}

function warnOfUnknown(status: string) {
  const isKnown = [...ranks, 'canceled', 'incomplete_expired'].includes(status)
  if (!isKnown || status === 'paused')
    log.warn({ status }, 'a subscription status that is not ours: shown as unpaid')
}

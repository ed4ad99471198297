import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { User } from '~/accounts/account'
import { clock } from '~/db/clock.server'
import { db } from '~/db/db.server'
import { UserError } from '~/http/errors'
import { mailsOwed } from '~/mail/outbox.server'
import { isDemo } from '~drizzle/demo/user'
import { subscriptions, users } from '~drizzle/schema'
import { billingColumns } from './billing-columns.server'
import { accountOf, atCustomer } from './customers.server'
import { isExempt } from './exempt.server'
import { answered, inTime, stripe } from './stripe.server'
import { foremost, store, subscriptionsOf } from './stripe-sync.server'
import { type Billing, isOver, subscriptionOf } from './subscription'

/** Refuses those who need no subscription; the demo account cannot be changed at all (product 1). */
export function refuseExempt(user: User) {
  if (isDemo(user)) throw new UserError(403, 'The demo account cannot be changed')
  if (isExempt(user)) throw new UserError(400, 'This account needs no subscription')
}

export async function billingOf(userId: string): Promise<Billing> {
  const [row] = await db
    .select(billingColumns)
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users._id))
    .where(eq(users._id, userId))
  if (!row) throw new UserError(401, 'Please log in')
  return row
}

/** What the user is shown; null for those who need none. */
export async function subscriptionFor(user: User) {
  return isExempt(user) ? null : subscriptionOf(await billingOf(user._id), clock.now())
}

/** What still runs at Stripe although the account needs none any more. */
export async function needlessFor(user: User) {
  if (!isExempt(user) || isDemo(user)) return null
  const billing = await billingOf(user._id)
  return isOver(billing.stripeStatus) ? null : subscriptionOf(billing, clock.now())
}

export const cancelFailed = 'Failed to cancel subscription'
export const resumeFailed = 'Failed to resume subscription'

/** It runs to the end of its period, and can be resumed until then. */
export async function cancelSubscription(user: User) {
  if (!(await needlessFor(user))) refuseExempt(user)
  await answered(cancelFailed, (deadline) => renew(user, { cancel_at_period_end: true }, deadline))
  return subscriptionFor(user)
}

export async function resumeSubscription(user: User) {
  refuseExempt(user)
  await answered(resumeFailed, (deadline) => renew(user, { cancel_at_period_end: false }, deadline))
  return subscriptionFor(user)
}

/** A date that was set for the end is another matter than the end of the period. */
async function renewed(id: string, change: { cancel_at_period_end: boolean }) {
  const { subscriptions } = stripe().client
  const changed = await subscriptions.update(id, change)
  const endsStill = !change.cancel_at_period_end && changed.cancel_at !== null
  return endsStill ? subscriptions.update(id, { cancel_at: '' }) : changed
}

async function renew(user: User, change: { cancel_at_period_end: boolean }, deadline: number) {
  const work = async () => {
    const customer = (await accountOf(user._id))?.customerId
    const all = customer ? await subscriptionsOf(customer) : []
    if (customer) await store(user._id, all)
    inTime(deadline)
    await store(user._id, await changedAmong(all, change))
  }
  await atCustomer(user._id, work, deadline)
  mailsOwed()
}

/** Who has two by some accident wants neither to go on, and one to be resumed. */
async function changedAmong(all: Stripe.Subscription[], change: { cancel_at_period_end: boolean }) {
  const running = all.filter(({ status }) => !isOver(status) && status !== 'incomplete')
  const first = foremost(running)
  if (!first) throw new UserError(409, 'There is no subscription to change')
  const chosen = change.cancel_at_period_end ? running : [first]
  const changed: Stripe.Subscription[] = []
  for (const one of running) changed.push(chosen.includes(one) ? await renewed(one.id, change) : one)
  return changed
}

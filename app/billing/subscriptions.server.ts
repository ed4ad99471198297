import { eq } from 'drizzle-orm'
import type { User } from '~/accounts/account'
import { isDemo } from '~/accounts/accounts.server'
import { mailsOwed } from '~/mails/mails.server'
import { db } from '~/server/db.server'
import { UserError } from '~/server/errors'
import { now } from '~/server/now.server'
import { subscriptions, users } from '~drizzle/schema'
import { accountOf, atCustomer } from './customers.server'
import { answered, stripe } from './stripe.server'
import { type Billing, subscriptionOf } from './subscription'
import { store } from './truth.server'

/** Neither asked to pay nor mailed about it (specification §4). */
export function isExempt(user: Pick<User, 'Role' | 'isTestAccount' | 'Email'>) {
  return user.isTestAccount || user.Role !== 'user' || isDemo(user)
}

/** Refuses those who need no subscription; the demo account cannot be changed at all (decisions §4). */
export function refuseExempt(user: User) {
  if (isDemo(user)) throw new UserError(403, 'The demo account cannot be changed')
  if (isExempt(user)) throw new UserError(400, 'This account needs no subscription')
}

export async function billingOf(userId: string): Promise<Billing> {
  const [row] = await db
    .select({
      trialEndsAt: users.trialEndsAt,
      stripeStatus: subscriptions.stripeStatus,
      currentPeriodEnd: subscriptions.currentPeriodEnd,
      cancelAtPeriodEnd: subscriptions.cancelAtPeriodEnd,
    })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users._id))
    .where(eq(users._id, userId))
  if (!row) throw new UserError(401, 'Please log in')
  return row
}

/** What the user is shown; null for those who need none. */
export async function subscriptionFor(user: User) {
  return isExempt(user) ? null : subscriptionOf(await billingOf(user._id), now())
}

export const cancelFailed = 'Failed to cancel subscription'
export const resumeFailed = 'Failed to resume subscription'

/** It runs to the end of its period, and can be resumed until then. */
export async function cancelSubscription(user: User) {
  refuseExempt(user)
  await answered(cancelFailed, () => renew(user, { cancel_at_period_end: true }))
  return subscriptionFor(user)
}

export async function resumeSubscription(user: User) {
  refuseExempt(user)
  await answered(resumeFailed, () => renew(user, { cancel_at_period_end: false }))
  return subscriptionFor(user)
}

/** A date that was set for the end is another matter than the end of the period. */
async function renewed(id: string, change: { cancel_at_period_end: boolean }) {
  const { subscriptions } = stripe().client
  const changed = await subscriptions.update(id, change)
  const endsStill = !change.cancel_at_period_end && changed.cancel_at !== null
  return endsStill ? subscriptions.update(id, { cancel_at: '' }) : changed
}

async function renew(user: User, change: { cancel_at_period_end: boolean }) {
  await atCustomer(user._id, async () => {
    const account = await accountOf(user._id)
    const { status } = subscriptionOf(await billingOf(user._id), now())
    if (!account?.subscriptionId || status === 'trialing' || status === 'canceled') {
      throw new UserError(409, 'There is no subscription to change')
    }
    await store(user._id, await renewed(account.subscriptionId, change))
  })
  mailsOwed()
}

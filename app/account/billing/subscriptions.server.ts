import { and, eq, isNull } from 'drizzle-orm'
import type Stripe from 'stripe'
import { isDemoAccount, isExempt, type User } from '~/account/users/user'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import { flushOutboxInBackground } from '~/base/mail/outbox.server'
import { notLoggedIn, UserError } from '~/base/node/errors'
import { subscriptions, users } from '~drizzle/schema'
import { billingColumns, findBillingRow, withCustomerLease } from './customers.server'
import { assertBefore, stripe, withDeadline } from './stripe.server'
import { currentSubscription, listSubscriptions, storeSubscriptions } from './stripe-sync.server'
import { type Billing, isOver, subscriptionOf } from './subscription'

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
    .where(and(eq(users._id, userId), isNull(users.endedAt)))
  if (!row) throw notLoggedIn()
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

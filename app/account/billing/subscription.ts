import { day } from '~/base/node/durations'
import { trialDays } from './plan'

/** Statuses, texts and rules of a subscription for server and browser (product 8). */
export const statuses = ['trialing', 'active', 'past_due', 'unpaid', 'canceled'] as const
export type Status = (typeof statuses)[number]

export const subscriptionPath = '/dashboard/subscription'

/** `daysRemaining` is the number of days that remain of a trial, rounded up, and 0 outside of a trial. */
export type Subscription = {
  status: Status
  daysRemaining: number
  currentPeriodEnd: string | null
  cancelAtPeriodEnd: boolean
}

/** The trial job sets `ending` when it announces the end of a trial, and `canceled` when the trial is over. */
export const trialStatuses = ['trialing', 'ending', 'canceled'] as const
export type TrialStatus = (typeof trialStatuses)[number]

export const subscriptionCanceled = 'Your subscription will be canceled at the end of the billing period'
export const subscriptionResumed = 'Your subscription has been resumed'
export const notRenewed = 'Your subscription will not renew after this period'

/** A user's trial, and the subscription as it was last fetched from Stripe. */
export type Billing = {
  trialEndsAt: Date
  stripeStatus: string | null
  currentPeriodEnd: Date | null
  cancelAtPeriodEnd: boolean | null
}

/** Computes the subscription on each read, so that a late job does not prolong a trial. */
export function subscriptionOf(billing: Billing, now: Date): Subscription {
  const isTrial = billing.trialEndsAt > now
  const status = statusOf(billing.stripeStatus, isTrial)
  const daysLeft = Math.ceil((billing.trialEndsAt.getTime() - now.getTime()) / day)
  return {
    status,
    daysRemaining: status === 'trialing' ? Math.max(daysLeft, 0) : 0,
    currentPeriodEnd:
      (status === 'trialing' ? billing.trialEndsAt : billing.currentPeriodEnd)?.toISOString() ?? null,
    cancelAtPeriodEnd: status !== 'trialing' && status !== 'canceled' && billing.cancelAtPeriodEnd === true,
  }
}

/** Whether there is no subscription, or one that has ended and cannot be resumed. */
export function isOver(stripeStatus: string | null) {
  return stripeStatus === null || stripeStatus === 'canceled' || stripeStatus === 'incomplete_expired'
}

/** The table of product 8.2. An unknown status is shown as `unpaid`. */
export function statusOf(stripeStatus: string | null, isTrial: boolean): Status {
  if (isOver(stripeStatus)) return isTrial ? 'trialing' : 'canceled'
  switch (stripeStatus) {
    case 'trialing':
    case 'active':
      return 'active'
    case 'incomplete':
      return isTrial ? 'trialing' : 'unpaid'
    case 'past_due':
      return 'past_due'
    default:
      return 'unpaid'
  }
}

/** End of a trial that starts at `now`. */
export const trialEndFrom = (now: Date) => new Date(now.getTime() + trialDays * day)

/** The full days that remain of a trial. A checkout passes them to Stripe. */
export function wholeDaysLeft(trialEndsAt: Date, now: Date) {
  return Math.max(Math.floor((trialEndsAt.getTime() - now.getTime()) / day), 0)
}

/** For example '5 days remaining'. */
export const formatRemaining = ({ daysRemaining: days }: Subscription) =>
  `${days} ${days === 1 ? 'day' : 'days'} remaining`

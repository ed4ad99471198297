import { subscriptions, users } from '~drizzle/schema'

/** Columns of `Billing`. Use a left join, because a user may have no subscription. */
export const billingColumns = {
  trialEndsAt: users.trialEndsAt,
  stripeStatus: subscriptions.stripeStatus,
  currentPeriodEnd: subscriptions.currentPeriodEnd,
  cancelAtPeriodEnd: subscriptions.cancelAtPeriodEnd,
}

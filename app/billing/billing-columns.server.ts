import { subscriptions, users } from '~drizzle/schema'

/** A user's `Billing`; the subscription is joined from the left, as many have none. */
export const billingColumns = {
  trialEndsAt: users.trialEndsAt,
  stripeStatus: subscriptions.stripeStatus,
  currentPeriodEnd: subscriptions.currentPeriodEnd,
  cancelAtPeriodEnd: subscriptions.cancelAtPeriodEnd,
}

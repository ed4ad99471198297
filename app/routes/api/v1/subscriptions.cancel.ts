import { billingOperations } from '~/account/billing/billing-operations.server'
import { subscriptionCanceled } from '~/account/billing/subscription'
import { cancelSubscription } from '~/account/billing/subscriptions.server'
import { api } from '~/api/calls/api.server'

export const loader = api(billingOperations, '/subscriptions/cancel', {
  POST: async ({ user }) => ({ msg: subscriptionCanceled, subscription: await cancelSubscription(user) }),
})

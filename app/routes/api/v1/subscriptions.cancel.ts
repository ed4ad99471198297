import { subscriptionCanceled } from '~/billing/subscription'
import { cancelSubscription } from '~/billing/subscriptions.server'
import { api } from '~/http/api.server'

export const loader = api('user', {
  POST: async ({ user }) => ({ msg: subscriptionCanceled, subscription: await cancelSubscription(user) }),
})

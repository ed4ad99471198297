import { subscriptionCanceled } from '~/account/billing/subscription'
import { cancelSubscription } from '~/account/billing/subscriptions.server'
import { api } from '~/base/http/api.server'

export const loader = api('user', {
  POST: async ({ user }) => ({ msg: subscriptionCanceled, subscription: await cancelSubscription(user) }),
})

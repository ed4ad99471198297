import { subscriptionCanceled } from '~/billing/subscription'
import { cancelSubscription } from '~/billing/subscriptions.server'
import { api } from '~/http/api.server'

const endpoint = api('user', {
  POST: async ({ user }) => ({ msg: subscriptionCanceled, subscription: await cancelSubscription(user) }),
})

export { endpoint as action, endpoint as loader }

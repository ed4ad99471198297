import { subscriptionResumed } from '~/billing/subscription'
import { resumeSubscription } from '~/billing/subscriptions.server'
import { api } from '~/http/api.server'

export const loader = api('user', {
  POST: async ({ user }) => ({ msg: subscriptionResumed, subscription: await resumeSubscription(user) }),
})

import { subscriptionResumed } from '~/billing/subscription'
import { resumeSubscription } from '~/billing/subscriptions.server'
import { api } from '~/http/api.server'

const endpoint = api('user', {
  POST: async ({ user }) => ({ msg: subscriptionResumed, subscription: await resumeSubscription(user) }),
})

export { endpoint as action, endpoint as loader }

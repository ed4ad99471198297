import { subscriptionResumed } from '~/billing/subscription'
import { resumeSubscription } from '~/billing/subscriptions.server'
import { api } from '~/server/api.server'

const endpoint = api('user', {
  POST: async ({ user }) => ({ msg: subscriptionResumed, subscription: await resumeSubscription(user) }),
})

export { endpoint as action, endpoint as loader }

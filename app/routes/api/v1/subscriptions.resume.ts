import { subscriptionResumed } from '~/account/billing/subscription'
import { resumeSubscription } from '~/account/billing/subscriptions.server'
import { api } from '~/base/http/api.server'

export const loader = api('user', {
  POST: async ({ user }) => ({ msg: subscriptionResumed, subscription: await resumeSubscription(user) }),
})

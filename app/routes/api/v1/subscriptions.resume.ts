import { billingOperations } from '~/account/billing/billing-operations.server'
import { subscriptionResumed } from '~/account/billing/subscription'
import { resumeSubscription } from '~/account/billing/subscriptions.server'
import { api } from '~/api/calls/api.server'

export const loader = api(billingOperations, '/subscriptions/resume', {
  POST: async ({ user }) => ({ msg: subscriptionResumed, subscription: await resumeSubscription(user) }),
})

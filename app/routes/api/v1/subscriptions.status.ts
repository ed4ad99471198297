import { billingOperations } from '~/account/billing/billing-operations.server'
import { findSubscription } from '~/account/billing/subscriptions.server'
import { api } from '~/api/calls/api.server'

export const loader = api(billingOperations, '/subscriptions/status', {
  GET: async ({ user }) => ({ subscription: await findSubscription(user) }),
})

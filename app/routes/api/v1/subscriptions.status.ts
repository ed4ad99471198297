import { findSubscription } from '~/account/billing/subscriptions.server'
import { api } from '~/api/calls/api.server'

export const loader = api('user', {
  GET: async ({ user }) => ({ subscription: await findSubscription(user) }),
})

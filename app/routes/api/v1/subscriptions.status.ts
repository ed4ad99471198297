import { findSubscription } from '~/billing/subscriptions.server'
import { api } from '~/http/api.server'

export const loader = api('user', {
  GET: async ({ user }) => ({ subscription: await findSubscription(user) }),
})

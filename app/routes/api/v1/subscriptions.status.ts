import { subscriptionFor } from '~/billing/subscriptions.server'
import { api } from '~/http/api.server'

export const loader = api('user', {
  GET: async ({ user }) => ({ subscription: await subscriptionFor(user) }),
})

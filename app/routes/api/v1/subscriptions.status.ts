import { subscriptionFor } from '~/billing/subscriptions.server'
import { api } from '~/http/api.server'

const endpoint = api('user', {
  GET: async ({ user }) => ({ subscription: await subscriptionFor(user) }),
})

export { endpoint as action, endpoint as loader }

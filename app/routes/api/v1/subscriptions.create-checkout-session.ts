import { openCheckout } from '~/billing/checkout.server'
import { api } from '~/http/api.server'

const endpoint = api('user', {
  POST: async ({ user }) => ({ url: await openCheckout(user) }),
})

export { endpoint as action, endpoint as loader }

import { openCheckout } from '~/billing/checkout.server'
import { api } from '~/http/api.server'

export const loader = api('user', { POST: async ({ user }) => ({ url: await openCheckout(user) }) })

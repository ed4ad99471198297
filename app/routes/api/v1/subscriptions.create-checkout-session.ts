import { openCheckout } from '~/account/billing/checkout.server'
import { api } from '~/api/calls/api.server'

export const loader = api('user', { POST: async ({ user }) => ({ url: await openCheckout(user) }) })

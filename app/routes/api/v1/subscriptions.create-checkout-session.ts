import { openCheckout } from '~/account/billing/checkout.server'
import { api } from '~/base/http/api.server'

export const loader = api('user', { POST: async ({ user }) => ({ url: await openCheckout(user) }) })

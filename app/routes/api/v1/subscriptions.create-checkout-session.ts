import { billingOperations } from '~/account/billing/billing-operations.server'
import { openCheckout } from '~/account/billing/checkout.server'
import { api } from '~/api/calls/api.server'

export const loader = api(billingOperations, '/subscriptions/create-checkout-session', {
  POST: async ({ user }) => ({ url: await openCheckout(user) }),
})

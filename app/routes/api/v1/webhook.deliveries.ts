import { api } from '~/api/calls/api.server'
import { deliveryQuery } from '~/integrations/webhooks/webhook-input.server'
import { listDeliveries } from '~/integrations/webhooks/webhooks.server'

export const loader = api('user', {
  GET: ({ user, id, query }) => listDeliveries(user._id, id, deliveryQuery.strict.parse(query)),
})

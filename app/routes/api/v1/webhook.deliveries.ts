import { api } from '~/http/api.server'
import { deliveryQuery } from '~/webhooks/webhook-input.server'
import { listDeliveries } from '~/webhooks/webhooks.server'

export const loader = api('user', {
  GET: ({ user, id, query }) => listDeliveries(user._id, id, deliveryQuery.strict.parse(query)),
})

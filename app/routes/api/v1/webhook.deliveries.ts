import { api } from '~/api/calls/api.server'
import { webhookOperations } from '~/integrations/webhooks/webhook-operations.server'
import { listDeliveries } from '~/integrations/webhooks/webhooks.server'

export const loader = api(webhookOperations, '/webhooks/{id}/deliveries', {
  GET: ({ user, id, query }) => listDeliveries(user._id, id, query()),
})

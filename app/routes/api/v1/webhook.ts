import { api } from '~/api/calls/api.server'
import { webhookOperations } from '~/integrations/webhooks/webhook-operations.server'
import { removeWebhook } from '~/integrations/webhooks/webhooks.server'

export const loader = api(webhookOperations, '/webhooks/{id}', {
  DELETE: async ({ user, id }) => {
    await removeWebhook(user._id, id)
    return { msg: 'Webhook removed successfully' }
  },
})

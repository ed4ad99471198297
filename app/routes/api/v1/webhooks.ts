import { api } from '~/api/calls/api.server'
import { webhookOperations } from '~/integrations/webhooks/webhook-operations.server'
import { addWebhook, listWebhooks } from '~/integrations/webhooks/webhooks.server'

export const loader = api(webhookOperations, '/webhooks', {
  GET: async ({ user }) => ({ webhooks: await listWebhooks(user._id) }),
  POST: async (call) => {
    const added = await addWebhook(call, call.user, await call.body())
    return { msg: 'Webhook added successfully', ...added }
  },
})

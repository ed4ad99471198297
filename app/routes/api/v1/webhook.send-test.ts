import { api } from '~/api/calls/api.server'
import { webhookOperations } from '~/integrations/webhooks/webhook-operations.server'
import { sendTest } from '~/integrations/webhooks/webhooks.server'

export const loader = api(webhookOperations, '/webhooks/{id}/test', {
  POST: async ({ user, id }) => ({ msg: 'The test is on its way', delivery: await sendTest(user._id, id) }),
})

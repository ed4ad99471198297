import { assertNotDemo } from '~/account/accounts/accounts.server'
import { api } from '~/api/calls/api.server'
import { secret } from '~/base/http/endpoint.server'
import { webhookInput } from '~/integrations/webhooks/webhook-input.server'
import { addWebhook, listWebhooks } from '~/integrations/webhooks/webhooks.server'

export const loader = api('user', {
  GET: async ({ user }) => ({ webhooks: await listWebhooks(user._id) }),
  POST: async (call) => {
    assertNotDemo(call.user)
    const added = await addWebhook(call, call.user, webhookInput.parse(await call.body()))
    return secret({ msg: 'Webhook added successfully', ...added }, 201)
  },
})

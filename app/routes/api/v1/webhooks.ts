import { assertNotDemo } from '~/accounts/accounts.server'
import { api, secret } from '~/http/api.server'
import { webhookInput } from '~/webhooks/webhook-input.server'
import { addWebhook, listWebhooks } from '~/webhooks/webhooks.server'

export const loader = api('user', {
  GET: async ({ user }) => ({ webhooks: await listWebhooks(user._id) }),
  POST: async ({ user, body }) => {
    assertNotDemo(user)
    const added = await addWebhook(user, webhookInput.parse(await body()))
    return secret({ msg: 'Webhook added successfully', ...added }, 201)
  },
})

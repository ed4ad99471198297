import { assertNotDemo } from '~/accounts/accounts.server'
import { api, created } from '~/http/api.server'
import { webhookInput } from '~/webhooks/webhook-input.server'
import { addWebhook, listWebhooks } from '~/webhooks/webhooks.server'

export const loader = api('user', {
  GET: async ({ user }) => ({ webhooks: await listWebhooks(user._id) }),
  POST: async ({ user, body }) => {
    assertNotDemo(user)
    const { webhook, secret } = await addWebhook(user, webhookInput.parse(await body()))
    return created({ msg: 'Webhook added successfully', webhook, secret })
  },
})

import { api } from '~/api/calls/api.server'
import { removeWebhook } from '~/integrations/webhooks/webhooks.server'

export const loader = api('user', {
  DELETE: async ({ user, id }) => {
    await removeWebhook(user._id, id)
    return { msg: 'Webhook removed successfully' }
  },
})

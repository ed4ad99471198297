import { hardBounceIn } from '~/mails/bounces.server'
import { stopMailTo } from '~/mails/mails.server'
import { api } from '~/server/api.server'
import { env } from '~/server/env.server'
import { requireSecret } from '~/server/secret.server'

const endpoint = api('public', {
  POST: async ({ request, body }) => {
    requireSecret(request, 'Basic', env.POSTMARK_WEBHOOK_SECRET)
    const address = hardBounceIn(await body())
    if (address) await stopMailTo(address)
    return { received: true }
  },
})

export { endpoint as action, endpoint as loader }

import { api } from '~/http/api.server'
import { env } from '~/http/env.server'
import { requireSecret } from '~/http/secret.server'
import { bouncedAddressIn, stopMailTo } from '~/mail/bounces.server'

const endpoint = api('public', {
  POST: async ({ request, body }) => {
    requireSecret(request, 'Basic', env.POSTMARK_WEBHOOK_SECRET)
    const address = bouncedAddressIn(await body())
    if (address) await stopMailTo(address)
    return { received: true }
  },
})

export { endpoint as action, endpoint as loader }

import { api } from '~/api/calls/api.server'
import { requireSecret } from '~/base/http/secret.server'
import { bouncedAddressIn, stopMailTo } from '~/base/mail/bounces.server'
import { env } from '~/base/node/env.server'

const endpoint = api('public', {
  POST: async ({ request, body }) => {
    requireSecret(request, 'Basic', env.POSTMARK_WEBHOOK_SECRET)
    const address = bouncedAddressIn(await body())
    if (address) await stopMailTo(address)
    return { received: true }
  },
})

export { endpoint as action, endpoint as loader }

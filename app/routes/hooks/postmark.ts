import { hook } from '~/api/calls/api.server'
import { readBody } from '~/base/http/body.server'
import { requireSecret } from '~/base/http/secret.server'
import { bouncedAddressIn, stopMailTo } from '~/base/mail/bounces.server'
import { env } from '~/base/node/env.server'

const endpoint = hook(async ({ request }) => {
  requireSecret(request, 'Basic', env.POSTMARK_WEBHOOK_SECRET)
  const address = bouncedAddressIn(await readBody(request))
  if (address) await stopMailTo(address)
  return { received: true }
})

export { endpoint as action, endpoint as loader }

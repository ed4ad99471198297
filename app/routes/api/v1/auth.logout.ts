import { accountOperations } from '~/account/accounts/account-operations.server'
import { endSession } from '~/account/accounts/sessions.server'
import { api } from '~/api/calls/api.server'
import type { Call } from '~/base/http/context.server'
import { UserError } from '~/base/node/errors'

/** A link on another site, or an image, must not log the user out (product 2.2). */
function assertSameOrigin({ request }: Call) {
  const site = request.headers.get('Sec-Fetch-Site') ?? 'none'
  const destination = request.headers.get('Sec-Fetch-Dest') ?? 'empty'
  if (!['same-origin', 'none'].includes(site) || !['empty', 'document'].includes(destination))
    throw new UserError(403, 'This request came from another site')
}

async function logout(call: Call) {
  assertSameOrigin(call)
  await endSession(call)
  return { msg: 'Logged out successfully' }
}

export const loader = api(accountOperations, '/auth/logout', { GET: logout, POST: logout })

import { endSession } from '~/accounts/sessions.server'
import { type ApiCall, api } from '~/http/api.server'
import { UserError } from '~/http/errors'

/** A link on another site, or a picture on any, must not sign anybody out (product 2.2). */
function ownSiteOnly({ request }: ApiCall) {
  const site = request.headers.get('Sec-Fetch-Site') ?? 'none'
  const use = request.headers.get('Sec-Fetch-Dest') ?? 'empty'
  if (!['same-origin', 'none'].includes(site) || !['empty', 'document'].includes(use))
    throw new UserError(403, 'This request came from another site')
}

async function logout(call: ApiCall) {
  ownSiteOnly(call)
  await endSession(call)
  return { msg: 'Logged out successfully' }
}

const endpoint = api('public', { GET: logout, POST: logout })

export { endpoint as action, endpoint as loader }

import { securityOperations } from '~/account/security/security-operations.server'
import { endListedSession, sessionEnded } from '~/account/security/session-list.server'
import { api } from '~/api/calls/api.server'

export const loader = api(securityOperations, '/sessions/{id}', {
  DELETE: async (call) => {
    const isOwn = await endListedSession(call, call.user, call.id)
    return { msg: isOwn ? 'Logged out successfully' : sessionEnded }
  },
})

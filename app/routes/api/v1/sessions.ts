import { securityOperations } from '~/account/security/security-operations.server'
import { endOtherSessions, findSessions, othersEnded } from '~/account/security/session-list.server'
import { api } from '~/api/calls/api.server'

export const loader = api(securityOperations, '/sessions', {
  GET: async (call) => {
    const sessions = await findSessions(call, call.user)
    return { sessions: sessions.map(({ createdOn: _, ...session }) => session) }
  },
  DELETE: async (call) => {
    await endOtherSessions(call, call.user)
    return { msg: othersEnded }
  },
})

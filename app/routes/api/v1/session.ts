import { api } from '~/http/api.server'
import { endListedSession, sessionEnded } from '~/security/session-list.server'

export const loader = api('user', {
  DELETE: async (call) => {
    const isOwn = await endListedSession(call, call.user, call.id)
    return { msg: isOwn ? 'Logged out successfully' : sessionEnded }
  },
})

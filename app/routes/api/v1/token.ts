import { api } from '~/api/calls/api.server'
import { revokeToken } from '~/integrations/tokens/tokens.server'

export const loader = api('user', {
  DELETE: async ({ user, id }) => {
    await revokeToken(user._id, id)
    return { msg: 'Token revoked successfully' }
  },
})

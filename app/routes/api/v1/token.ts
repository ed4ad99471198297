import { api } from '~/http/api.server'
import { revokeToken } from '~/tokens/tokens.server'

export const loader = api('user', {
  DELETE: async ({ user, id }) => {
    await revokeToken(user._id, id)
    return { msg: 'Token revoked successfully' }
  },
})

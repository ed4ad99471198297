import { api } from '~/api/calls/api.server'
import { tokenOperations } from '~/integrations/tokens/token-operations.server'
import { revokeToken } from '~/integrations/tokens/tokens.server'

export const loader = api(tokenOperations, '/tokens/{id}', {
  DELETE: async ({ user, id }) => {
    await revokeToken(user._id, id)
    return { msg: 'Token revoked successfully' }
  },
})

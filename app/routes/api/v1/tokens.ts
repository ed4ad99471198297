import { api } from '~/api/calls/api.server'
import { tokenOperations } from '~/integrations/tokens/token-operations.server'
import { createToken, listTokens } from '~/integrations/tokens/tokens.server'

export const loader = api(tokenOperations, '/tokens', {
  GET: async ({ user }) => ({ tokens: await listTokens(user._id) }),
  POST: async (call) => {
    const made = await createToken(call, call.user, await call.body())
    return { msg: 'Token created successfully', ...made }
  },
})

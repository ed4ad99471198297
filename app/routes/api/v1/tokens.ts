import { assertNotDemo } from '~/account/accounts/accounts.server'
import { api } from '~/api/calls/api.server'
import { secret } from '~/base/http/endpoint.server'
import { tokenInput } from '~/integrations/tokens/token-input.server'
import { createToken, listTokens } from '~/integrations/tokens/tokens.server'

export const loader = api('user', {
  GET: async ({ user }) => ({ tokens: await listTokens(user._id) }),
  POST: async (call) => {
    assertNotDemo(call.user)
    const made = await createToken(call, call.user, tokenInput.parse(await call.body()))
    return secret({ msg: 'Token created successfully', ...made }, 201)
  },
})

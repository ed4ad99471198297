import { passkeyOperations } from '~/account/security/passkey-operations.server'
import { signInByPasskey } from '~/account/security/sign-in.server'
import { api } from '~/api/calls/api.server'

export const loader = api(passkeyOperations, '/auth/login/passkey', {
  POST: async (call) => {
    await signInByPasskey(call, await call.body())
    return { msg: 'Login successful' }
  },
})

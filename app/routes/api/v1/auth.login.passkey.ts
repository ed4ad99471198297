import { passkeyLoginInput } from '~/account/security/passkey-input.server'
import { signInByPasskey } from '~/account/security/sign-in.server'
import { api } from '~/api/calls/api.server'

export const loader = api('public', {
  POST: async (call) => {
    await signInByPasskey(call, passkeyLoginInput.parse(await call.body()))
    return { msg: 'Login successful' }
  },
})

import { signInByPasskey } from '~/accounts/sign-in.server'
import { api } from '~/http/api.server'
import { passkeyLoginInput } from '~/security/passkey-input.server'

export const loader = api('public', {
  POST: async (call) => {
    await signInByPasskey(call, passkeyLoginInput.parse(await call.body()))
    return { msg: 'Login successful' }
  },
})

import { passkeyOperations } from '~/account/security/passkey-operations.server'
import { beginPasskey } from '~/account/security/passkeys.server'
import { api } from '~/api/calls/api.server'

export const loader = api(passkeyOperations, '/passkeys/options', {
  POST: async (call) => beginPasskey(call, call.user, await call.body()),
})

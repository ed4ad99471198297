import { passkeyOperations } from '~/account/security/passkey-operations.server'
import { passkeyRemoved, removePasskey } from '~/account/security/passkeys.server'
import { api } from '~/api/calls/api.server'

export const loader = api(passkeyOperations, '/passkeys/{id}', {
  DELETE: async (call) => {
    await removePasskey(call, call.user, call.id, await call.body())
    return { msg: passkeyRemoved }
  },
})

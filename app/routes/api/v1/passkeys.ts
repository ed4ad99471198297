import { passkeyOperations } from '~/account/security/passkey-operations.server'
import { addPasskey, listPasskeys, passkeyAdded } from '~/account/security/passkeys.server'
import { api } from '~/api/calls/api.server'

export const loader = api(passkeyOperations, '/passkeys', {
  GET: async ({ user }) => ({ passkeys: await listPasskeys(user._id) }),
  POST: async (call) => {
    const passkey = await addPasskey(call, call.user, await call.body())
    return { msg: passkeyAdded, passkey }
  },
})

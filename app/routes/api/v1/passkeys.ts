import { assertNotDemo } from '~/account/accounts/accounts.server'
import { passkeyInput } from '~/account/security/passkey-input.server'
import { addPasskey, listPasskeys, passkeyAdded } from '~/account/security/passkeys.server'
import { api } from '~/api/calls/api.server'
import { created } from '~/base/http/endpoint.server'

export const loader = api('user', {
  GET: async ({ user }) => ({ passkeys: await listPasskeys(user._id) }),
  POST: async (call) => {
    assertNotDemo(call.user)
    const passkey = await addPasskey(call, call.user, passkeyInput.parse(await call.body()))
    return created({ msg: passkeyAdded, passkey })
  },
})

import { assertNotDemo } from '~/accounts/accounts.server'
import { api, created } from '~/http/api.server'
import { passkeyInput } from '~/security/passkey-input.server'
import { addPasskey, listPasskeys, passkeyAdded } from '~/security/passkeys.server'

export const loader = api('user', {
  GET: async ({ user }) => ({ passkeys: await listPasskeys(user._id) }),
  POST: async (call) => {
    assertNotDemo(call.user)
    const passkey = await addPasskey(call, call.user, passkeyInput.parse(await call.body()))
    return created({ msg: passkeyAdded, passkey })
  },
})

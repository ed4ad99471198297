import { assertNotDemo } from '~/accounts/accounts.server'
import { api, created } from '~/http/api.server'
import { passkeyInput } from '~/security/passkey-input.server'
import { addPasskey, listPasskeys, passkeyAdded } from '~/security/passkeys.server'

export const loader = api('user', {
  GET: async ({ user }) => ({ passkeys: await listPasskeys(user._id) }),
  POST: async ({ user, body }) => {
    assertNotDemo(user)
    const passkey = await addPasskey(user, passkeyInput.parse(await body()))
    return created({ msg: passkeyAdded, passkey })
  },
})

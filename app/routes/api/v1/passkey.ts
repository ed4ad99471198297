import { ownPasswordInput } from '~/accounts/account-input.server'
import { assertNotDemo } from '~/accounts/accounts.server'
import { api } from '~/http/api.server'
import { passkeyRemoved, removePasskey } from '~/security/passkeys.server'

export const loader = api('user', {
  DELETE: async (call) => {
    assertNotDemo(call.user)
    await removePasskey(call, call.user, call.id, ownPasswordInput.parse(await call.body()))
    return { msg: passkeyRemoved }
  },
})

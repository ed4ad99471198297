import { ownPasswordInput } from '~/account/accounts/account-input.server'
import { assertNotDemo } from '~/account/accounts/accounts.server'
import { passkeyRemoved, removePasskey } from '~/account/security/passkeys.server'
import { api } from '~/api/calls/api.server'

export const loader = api('user', {
  DELETE: async (call) => {
    assertNotDemo(call.user)
    await removePasskey(call, call.user, call.id, ownPasswordInput.parse(await call.body()))
    return { msg: passkeyRemoved }
  },
})

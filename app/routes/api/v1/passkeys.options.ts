import { ownPasswordInput } from '~/accounts/account-input.server'
import { assertNotDemo } from '~/accounts/accounts.server'
import { api } from '~/http/api.server'
import { beginPasskey } from '~/security/passkeys.server'

export const loader = api('user', {
  POST: async (call) => {
    assertNotDemo(call.user)
    return beginPasskey(call, call.user, ownPasswordInput.parse(await call.body()))
  },
})

import { ownPasswordInput } from '~/account/accounts/account-input.server'
import { assertNotDemo } from '~/account/accounts/accounts.server'
import { beginPasskey } from '~/account/security/passkeys.server'
import { api } from '~/api/calls/api.server'

export const loader = api('user', {
  POST: async (call) => {
    assertNotDemo(call.user)
    return beginPasskey(call, call.user, ownPasswordInput.parse(await call.body()))
  },
})

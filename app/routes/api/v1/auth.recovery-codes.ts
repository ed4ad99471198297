import { ownPasswordInput } from '~/accounts/account-input.server'
import { assertNotDemo } from '~/accounts/accounts.server'
import { api, secret } from '~/http/api.server'
import { codesReplaced, renewRecoveryCodes } from '~/security/second-factor.server'

export const loader = api('user', {
  POST: async (call) => {
    assertNotDemo(call.user)
    const recoveryCodes = await renewRecoveryCodes(call, call.user, ownPasswordInput.parse(await call.body()))
    return secret({ msg: codesReplaced, recoveryCodes })
  },
})

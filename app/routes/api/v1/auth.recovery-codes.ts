import { ownPasswordInput } from '~/account/accounts/account-input.server'
import { assertNotDemo } from '~/account/accounts/accounts.server'
import { codesReplaced, renewRecoveryCodes } from '~/account/security/second-factor.server'
import { api } from '~/api/calls/api.server'
import { secret } from '~/base/http/endpoint.server'

export const loader = api('user', {
  POST: async (call) => {
    assertNotDemo(call.user)
    const recoveryCodes = await renewRecoveryCodes(call, call.user, ownPasswordInput.parse(await call.body()))
    return secret({ msg: codesReplaced, recoveryCodes })
  },
})

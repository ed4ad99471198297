import { assertNotDemo } from '~/account/accounts/accounts.server'
import { confirmSetup, switchedOn } from '~/account/security/second-factor.server'
import { codeInput } from '~/account/security/security-input.server'
import { api } from '~/api/calls/api.server'
import { secret } from '~/base/http/endpoint.server'

export const loader = api('user', {
  POST: async (call) => {
    assertNotDemo(call.user)
    const recoveryCodes = await confirmSetup(call, call.user, codeInput.parse(await call.body()))
    return secret({ msg: switchedOn, recoveryCodes })
  },
})

import { assertNotDemo } from '~/accounts/accounts.server'
import { api, secret } from '~/http/api.server'
import { confirmSetup, switchedOn } from '~/security/second-factor.server'
import { codeInput } from '~/security/security-input.server'

export const loader = api('user', {
  POST: async (call) => {
    assertNotDemo(call.user)
    const recoveryCodes = await confirmSetup(call, call.user, codeInput.parse(await call.body()))
    return secret({ msg: switchedOn, recoveryCodes })
  },
})

import { ownPasswordInput } from '~/accounts/account-input.server'
import { assertNotDemo } from '~/accounts/accounts.server'
import { api, secret } from '~/http/api.server'
import { beginSetup, switchedOff, switchOff } from '~/security/second-factor.server'

export const loader = api('user', {
  POST: async (call) => {
    assertNotDemo(call.user)
    return secret(await beginSetup(call, call.user, ownPasswordInput.parse(await call.body())))
  },
  DELETE: async (call) => {
    assertNotDemo(call.user)
    await switchOff(call, call.user, ownPasswordInput.parse(await call.body()))
    return { msg: switchedOff }
  },
})

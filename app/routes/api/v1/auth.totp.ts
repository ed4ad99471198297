import { ownPasswordInput } from '~/account/accounts/account-input.server'
import { assertNotDemo } from '~/account/accounts/accounts.server'
import { beginSetup, switchedOff, switchOff } from '~/account/security/second-factor.server'
import { api } from '~/api/calls/api.server'
import { secret } from '~/base/http/endpoint.server'

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

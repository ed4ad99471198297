import { beginSetup, switchedOff, switchOff } from '~/account/security/second-factor.server'
import { securityOperations } from '~/account/security/security-operations.server'
import { api } from '~/api/calls/api.server'

export const loader = api(securityOperations, '/auth/totp', {
  POST: async (call) => beginSetup(call, call.user, await call.body()),
  DELETE: async (call) => {
    await switchOff(call, call.user, await call.body())
    return { msg: switchedOff }
  },
})

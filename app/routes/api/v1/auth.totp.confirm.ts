import { confirmSetup, switchedOn } from '~/account/security/second-factor.server'
import { securityOperations } from '~/account/security/security-operations.server'
import { api } from '~/api/calls/api.server'

export const loader = api(securityOperations, '/auth/totp/confirm', {
  POST: async (call) => {
    const recoveryCodes = await confirmSetup(call, call.user, await call.body())
    return { msg: switchedOn, recoveryCodes }
  },
})

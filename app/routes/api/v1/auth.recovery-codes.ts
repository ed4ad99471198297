import { codesReplaced, renewRecoveryCodes } from '~/account/security/second-factor.server'
import { securityOperations } from '~/account/security/security-operations.server'
import { api } from '~/api/calls/api.server'

export const loader = api(securityOperations, '/auth/recovery-codes', {
  POST: async (call) => {
    const recoveryCodes = await renewRecoveryCodes(call, call.user, await call.body())
    return { msg: codesReplaced, recoveryCodes }
  },
})

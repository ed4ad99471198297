import { changePassword, passwordChanged } from '~/account/security/change-password.server'
import { securityOperations } from '~/account/security/security-operations.server'
import { api } from '~/api/calls/api.server'

export const loader = api(securityOperations, '/auth/change-password', {
  POST: async (call) => {
    await changePassword(call, call.user, await call.body())
    return { msg: passwordChanged }
  },
})

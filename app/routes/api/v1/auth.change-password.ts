import { assertNotDemo } from '~/account/accounts/accounts.server'
import { changePassword, passwordChanged } from '~/account/security/change-password.server'
import { changePasswordInput } from '~/account/security/security-input.server'
import { api } from '~/api/calls/api.server'

export const loader = api('user', {
  POST: async (call) => {
    assertNotDemo(call.user)
    await changePassword(call, call.user, changePasswordInput.parse(await call.body()))
    return { msg: passwordChanged }
  },
})

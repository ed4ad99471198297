import { assertNotDemo } from '~/accounts/accounts.server'
import { api } from '~/http/api.server'
import { changePassword, passwordChanged } from '~/security/change-password.server'
import { changePasswordInput } from '~/security/security-input.server'

export const loader = api('user', {
  POST: async (call) => {
    assertNotDemo(call.user)
    await changePassword(call, call.user, changePasswordInput.parse(await call.body()))
    return { msg: passwordChanged }
  },
})

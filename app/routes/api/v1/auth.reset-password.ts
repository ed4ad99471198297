import { accountOperations } from '~/account/accounts/account-operations.server'
import { resetDone, resetPassword } from '~/account/accounts/password-reset.server'
import { api } from '~/api/calls/api.server'

export const loader = api(accountOperations, '/auth/reset-password/{token}', {
  POST: async ({ token, body }) => {
    const { password } = await body()
    await resetPassword(token, password)
    return { msg: resetDone }
  },
})

import { accountOperations } from '~/account/accounts/account-operations.server'
import { requestResetLink, resetRequested } from '~/account/accounts/password-reset.server'
import { api } from '~/api/calls/api.server'

export const loader = api(accountOperations, '/auth/forgot-password', {
  POST: async ({ body }) => {
    const { Email } = await body()
    await requestResetLink(Email)
    return { msg: resetRequested }
  },
})

import { forgotPasswordInput } from '~/account/accounts/account-input.server'
import { requestResetLink, resetRequested } from '~/account/accounts/password-reset.server'
import { api } from '~/api/calls/api.server'

export const loader = api('public', {
  POST: async ({ body }) => {
    const { Email } = forgotPasswordInput.parse(await body())
    await requestResetLink(Email)
    return { msg: resetRequested }
  },
})

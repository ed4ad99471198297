import { forgotPasswordInput } from '~/accounts/account-input.server'
import { requestResetLink, resetRequested } from '~/accounts/password-reset.server'
import { api } from '~/http/api.server'

export const loader = api('public', {
  POST: async ({ body }) => {
    const { Email } = forgotPasswordInput.parse(await body())
    await requestResetLink(Email)
    return { msg: resetRequested }
  },
})

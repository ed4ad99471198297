import { forgotPasswordInput } from '~/accounts/account-input.server'
import { requestResetLink, resetRequested } from '~/accounts/password-reset.server'
import { api } from '~/http/api.server'

const endpoint = api('public', {
  POST: async ({ body }) => {
    const { Email } = forgotPasswordInput.parse(await body())
    await requestResetLink(Email)
    return { msg: resetRequested }
  },
})

export { endpoint as action, endpoint as loader }

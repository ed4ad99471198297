import { resetPasswordInput } from '~/account/accounts/account-input.server'
import { resetDone, resetPassword } from '~/account/accounts/password-reset.server'
import { api } from '~/api/calls/api.server'

export const loader = api('public', {
  POST: async ({ params, body }) => {
    const { password } = resetPasswordInput.parse(await body())
    await resetPassword(params.token ?? '', password)
    return { msg: resetDone }
  },
})

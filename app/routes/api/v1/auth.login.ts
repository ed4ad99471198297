import { loginInput } from '~/accounts/account-input.server'
import { signIn } from '~/accounts/sign-in.server'
import { api } from '~/http/api.server'

export const loader = api('public', {
  POST: async (call) => {
    await signIn(call, loginInput.parse(await call.body()))
    return { msg: 'Login successful' }
  },
})

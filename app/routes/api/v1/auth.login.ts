import { loginInput } from '~/account/accounts/account-input.server'
import { signIn } from '~/account/security/sign-in.server'
import { api } from '~/api/calls/api.server'

export const loader = api('public', {
  POST: async (call) => {
    // A program has the password at hand, and puts it beside the operations that ask for it (product 25.6).
    await signIn(call, loginInput.parse(await call.body()), { isRecent: false })
    return { msg: 'Login successful' }
  },
})

import { accountOperations } from '~/account/accounts/account-operations.server'
import { signIn } from '~/account/security/sign-in.server'
import { api } from '~/api/calls/api.server'

export const loader = api(accountOperations, '/auth/login', {
  POST: async (call) => {
    // A program has the password at hand, and puts it beside the operations that ask for it (product 25.6).
    await signIn(call, await call.body(), { isRecent: false })
    return { msg: 'Login successful' }
  },
})

import { accountOperations } from '~/account/accounts/account-operations.server'
import { signInDemo } from '~/account/security/sign-in.server'
import { api } from '~/api/calls/api.server'

export const loader = api(accountOperations, '/auth/demo', {
  POST: async (call) => {
    await signInDemo(call)
    return { msg: 'Take a look around' }
  },
})

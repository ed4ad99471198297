import { accountOperations } from '~/account/accounts/account-operations.server'
import { register } from '~/account/accounts/registration.server'
import { api } from '~/api/calls/api.server'

export const loader = api(accountOperations, '/auth/register', {
  POST: async (call) => {
    await register(call, await call.body())
    return { msg: 'Account created successfully. Please log in.' }
  },
})

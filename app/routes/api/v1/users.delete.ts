import { assertDeletable, deleteAccount } from '~/account/accounts/account-deletion.server'
import { accountOperations } from '~/account/accounts/account-operations.server'
import { api } from '~/api/calls/api.server'

export const loader = api(accountOperations, '/users/delete', {
  POST: async (call) => {
    await assertDeletable(call.user)
    await deleteAccount(call, call.user, await call.body())
    return { msg: 'Your account has been deleted' }
  },
})

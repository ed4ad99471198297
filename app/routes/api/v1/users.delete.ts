import { assertDeletable, deleteAccount } from '~/account/accounts/account-deletion.server'
import { ownPasswordInput } from '~/account/accounts/account-input.server'
import { api } from '~/api/calls/api.server'

export const loader = api('user', {
  POST: async (call) => {
    await assertDeletable(call.user)
    await deleteAccount(call, call.user, ownPasswordInput.parse(await call.body()))
    return { msg: 'Your account has been deleted' }
  },
})

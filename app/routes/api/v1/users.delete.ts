import { assertDeletable, deleteAccount } from '~/accounts/account-deletion.server'
import { ownPasswordInput } from '~/accounts/account-input.server'
import { api } from '~/http/api.server'

export const loader = api('user', {
  POST: async (call) => {
    await assertDeletable(call.user)
    await deleteAccount(call, call.user, ownPasswordInput.parse(await call.body()))
    return { msg: 'Your account has been deleted' }
  },
})

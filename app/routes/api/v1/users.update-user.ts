import { accountOperations } from '~/account/accounts/account-operations.server'
import { updateAccount } from '~/account/accounts/accounts.server'
import { api, refusedToken } from '~/api/calls/api.server'

export const loader = api(accountOperations, '/users/update-user', {
  PATCH: async (call) => {
    const { user, hasToken } = call
    const { Email, ...others } = await call.body()
    if (hasToken && Email !== undefined && Email !== user.Email) throw refusedToken()
    const change = hasToken ? others : { Email, ...others }
    return { user: await updateAccount(call, user, change), msg: 'Profile updated successfully' }
  },
})

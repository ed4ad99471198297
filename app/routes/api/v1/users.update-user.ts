import { accountChange } from '~/account/accounts/account-input.server'
import { assertNotDemo, avatarFormLimit, updateAccount } from '~/account/accounts/accounts.server'
import { api, refusedToken } from '~/api/calls/api.server'

export const loader = api('token', {
  PATCH: async (call) => {
    const { user, hasToken, body } = call
    assertNotDemo(user)
    const { Email, ...others } = accountChange.parse(await body(avatarFormLimit))
    if (hasToken && Email !== undefined && Email !== user.Email) throw refusedToken()
    const change = hasToken ? others : { Email, ...others }
    return { user: await updateAccount(call, user, change), msg: 'Profile updated successfully' }
  },
})

import { accountChange } from '~/accounts/account-input.server'
import { assertNotDemo, avatarFormLimit, updateAccount } from '~/accounts/accounts.server'
import { api } from '~/http/api.server'

export const loader = api('user', {
  PATCH: async ({ user, body }) => {
    assertNotDemo(user)
    const change = accountChange.parse(await body(avatarFormLimit))
    return { user: await updateAccount(user, change), msg: 'Profile updated successfully' }
  },
})

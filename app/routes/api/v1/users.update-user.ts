import { accountChange } from '~/accounts/account-input.server'
import { assertNotDemo, updateAccount } from '~/accounts/accounts.server'
import { avatarFormLimit } from '~/accounts/avatars.server'
import { api } from '~/http/api.server'

export const loader = api('user', {
  PATCH: async ({ user, body }) => {
    assertNotDemo(user)
    const change = accountChange.parse(await body(avatarFormLimit))
    return { user: await updateAccount(user, change), msg: 'Profile updated successfully' }
  },
})

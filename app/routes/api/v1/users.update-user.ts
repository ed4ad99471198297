import { accountChange } from '~/accounts/account-input.server'
import { updateAccount } from '~/accounts/accounts.server'
import { avatarFormLimit } from '~/accounts/avatars.server'
import { api } from '~/server/api.server'

const endpoint = api('user', {
  PATCH: async ({ user, body }) => ({
    user: await updateAccount(user, accountChange.parse(await body(avatarFormLimit))),
    msg: 'Profile updated successfully',
  }),
})

export { endpoint as action, endpoint as loader }

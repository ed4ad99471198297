import { api } from '~/api/calls/api.server'
import { testAccountMessage } from '~/site/admin/admin'
import { setTestAccount } from '~/site/admin/admin.server'

export const loader = api('admin', {
  PATCH: async ({ id }) => {
    const user = await setTestAccount(id)
    return { msg: testAccountMessage(user), user }
  },
})

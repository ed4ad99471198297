import { testAccountMessage } from '~/admin/admin'
import { setTestAccount } from '~/admin/admin.server'
import { api } from '~/http/api.server'

export const loader = api('admin', {
  PATCH: async ({ id }) => {
    const user = await setTestAccount(id)
    return { msg: testAccountMessage(user), user }
  },
})

import { testAccountMessage } from '~/admin/admin'
import { setTestAccount } from '~/admin/users.server'
import { api } from '~/http/api.server'

const endpoint = api('admin', {
  PATCH: async ({ id }) => {
    const user = await setTestAccount(id)
    return { msg: testAccountMessage(user), user }
  },
})

export { endpoint as action, endpoint as loader }

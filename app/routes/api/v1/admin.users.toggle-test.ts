import { api } from '~/api/calls/api.server'
import { testAccountMessage } from '~/site/admin/admin'
import { setTestAccount } from '~/site/admin/admin.server'
import { adminOperations } from '~/site/admin/admin-operations.server'

export const loader = api(adminOperations, '/admin/users/{id}/toggle-test', {
  PATCH: async ({ id }) => {
    const user = await setTestAccount(id)
    return { msg: testAccountMessage(user), user }
  },
})

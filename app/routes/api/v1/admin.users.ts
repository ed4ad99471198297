import { api } from '~/api/calls/api.server'
import { listUsers } from '~/site/admin/admin.server'
import { adminOperations } from '~/site/admin/admin-operations.server'

export const loader = api(adminOperations, '/admin/users', {
  GET: ({ query }) => listUsers(query()),
})

import { adminSearch } from '~/admin/admin-input.server'
import { listUsers } from '~/admin/users.server'
import { api } from '~/http/api.server'

export const loader = api('admin', {
  GET: ({ query }) => listUsers(adminSearch.strict.parse(query)),
})

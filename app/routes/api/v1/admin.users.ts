import { listUsers } from '~/admin/admin.server'
import { adminSearch } from '~/admin/admin-input.server'
import { api } from '~/http/api.server'

export const loader = api('admin', {
  GET: ({ query }) => listUsers(adminSearch.strict.parse(query)),
})

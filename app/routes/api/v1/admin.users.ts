import { api } from '~/api/calls/api.server'
import { listUsers } from '~/site/admin/admin.server'
import { adminSearch } from '~/site/admin/admin-input.server'

export const loader = api('admin', {
  GET: ({ query }) => listUsers(adminSearch.strict.parse(query)),
})

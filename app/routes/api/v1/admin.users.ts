import { adminSearch } from '~/admin/admin-input.server'
import { listUsers } from '~/admin/users.server'
import { api } from '~/http/api.server'

const endpoint = api('admin', {
  GET: ({ query }) => listUsers(adminSearch.strict.parse(query)),
})

export { endpoint as action, endpoint as loader }

import { createAccessCode, listAccessCodes } from '~/admin/admin.server'
import { adminSearch } from '~/admin/admin-input.server'
import { api, created } from '~/http/api.server'

export const loader = api('admin', {
  GET: ({ query }) => listAccessCodes(adminSearch.strict.parse(query)),
  POST: async () => created(await createAccessCode()),
})

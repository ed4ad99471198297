import { api } from '~/api/calls/api.server'
import { created } from '~/base/http/endpoint.server'
import { createAccessCode, listAccessCodes } from '~/site/admin/admin.server'
import { adminSearch } from '~/site/admin/admin-input.server'

export const loader = api('admin', {
  GET: ({ query }) => listAccessCodes(adminSearch.strict.parse(query)),
  POST: async () => created(await createAccessCode()),
})

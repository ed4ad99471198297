import { api } from '~/api/calls/api.server'
import { createAccessCode, listAccessCodes } from '~/site/admin/admin.server'
import { adminOperations } from '~/site/admin/admin-operations.server'

export const loader = api(adminOperations, '/admin/access-codes', {
  GET: ({ query }) => listAccessCodes(query()),
  POST: async () => await createAccessCode(),
})

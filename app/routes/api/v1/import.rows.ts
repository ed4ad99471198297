import { api } from '~/api/calls/api.server'
import { importOperations } from '~/data/imports/import-operations.server'
import { listRows } from '~/data/imports/import-rows.server'

export const loader = api(importOperations, '/imports/{id}/rows', {
  GET: ({ user, id, query }) => listRows(user._id, id, query()),
})

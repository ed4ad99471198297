import { api } from '~/api/calls/api.server'
import { importOperations } from '~/data/imports/import-operations.server'
import { changeRow } from '~/data/imports/import-rows.server'

export const loader = api(importOperations, '/imports/{id}/rows/{n}', {
  PATCH: async ({ user, id, n, body }) => {
    const row = await changeRow(user._id, id, n, await body())
    return { msg: 'Row changed successfully', row }
  },
})

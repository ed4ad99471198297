import { api } from '~/api/calls/api.server'
import { importOperations } from '~/data/imports/import-operations.server'
import { changeRow } from '~/data/imports/import-rows.server'
import { findImport } from '~/data/imports/imports.server'

export const loader = api(importOperations, '/imports/{id}/rows/{n}', {
  PATCH: async ({ user, id, n, body }) => {
    await findImport(user._id, id)
    const row = await changeRow(user._id, id, n, await body())
    return { msg: 'Row changed successfully', row }
  },
})

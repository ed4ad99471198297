import { api } from '~/api/calls/api.server'
import { importOperations } from '~/data/imports/import-operations.server'
import { changeImport, deleteImport, findImport } from '~/data/imports/imports.server'

export const loader = api(importOperations, '/imports/{id}', {
  GET: async ({ user, id }) => ({ import: await findImport(user._id, id) }),
  PATCH: async ({ user, id, body }) => {
    const changed = await changeImport(user._id, id, await body())
    return { msg: 'Import changed successfully', import: changed }
  },
  DELETE: async ({ user, id }) => {
    await deleteImport(user._id, id)
    return { msg: 'Import deleted successfully' }
  },
})

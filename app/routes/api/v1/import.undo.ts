import { api } from '~/api/calls/api.server'
import { importOperations } from '~/data/imports/import-operations.server'
import { undoImport } from '~/data/imports/imports.server'

export const loader = api(importOperations, '/imports/{id}/undo', {
  POST: async ({ user, id }) => ({
    msg: 'The import is being undone',
    import: await undoImport(user._id, id),
  }),
})

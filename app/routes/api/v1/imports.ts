import { api } from '~/api/calls/api.server'
import { importOperations } from '~/data/imports/import-operations.server'
import { listImports, receiveImport } from '~/data/imports/imports.server'

export const loader = api(importOperations, '/imports', {
  GET: ({ user, query }) => listImports(user._id, query()),
  POST: async (call) => {
    const added = await receiveImport(call.user, call, () => call.file())
    return { msg: 'Import added successfully', import: added }
  },
})

import { api } from '~/api/calls/api.server'
import { importOperations } from '~/data/imports/import-operations.server'
import { applyImport } from '~/data/imports/imports.server'

export const loader = api(importOperations, '/imports/{id}/apply', {
  POST: async ({ user, id }) => await applyImport(user._id, id),
})

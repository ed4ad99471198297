import { api } from '~/api/calls/api.server'
import { importOperations } from '~/data/imports/import-operations.server'
import { findImport } from '~/data/imports/imports.server'
import { addExample } from '~/jobs/example.server'

export const loader = api(importOperations, '/example', {
  POST: async ({ user }) => {
    const id = await addExample(user)
    return { msg: 'The example has been added', import: await findImport(user._id, id) }
  },
})

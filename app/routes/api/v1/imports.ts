import { api, created } from '~/http/api.server'
import { fileLimit } from '~/imports/import'
import { importQuery } from '~/imports/import-input.server'
import { createImport, listImports } from '~/imports/imports.server'

export const loader = api('token', {
  GET: ({ user, query }) => listImports(user._id, importQuery.strict.parse(query)),
  POST: async ({ user, file, context }) => {
    const added = await createImport(user, await file('file', fileLimit), context)
    return created({ msg: 'Import added successfully', import: added })
  },
})

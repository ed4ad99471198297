import { api, created } from '~/http/api.server'
import { fileLimit } from '~/imports/import'
import { importQuery } from '~/imports/import-input.server'
import { createImport, listImports } from '~/imports/imports.server'

export const loader = api('user', {
  GET: ({ user, query }) => listImports(user._id, importQuery.strict.parse(query)),
  POST: async ({ user, file }) => {
    const { content, name } = await file('file', fileLimit)
    return created({ import: await createImport(user, content, name) })
  },
})

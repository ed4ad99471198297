import { api } from '~/api/calls/api.server'
import { created } from '~/base/http/endpoint.server'
import { fileLimit } from '~/data/imports/import'
import { importQuery } from '~/data/imports/import-input.server'
import { listImports, receiveImport } from '~/data/imports/imports.server'

export const loader = api('token', {
  GET: ({ user, query }) => listImports(user._id, importQuery.strict.parse(query)),
  POST: async (call) => {
    const added = await receiveImport(call.user, call, () => call.file('file', fileLimit))
    return created({ msg: 'Import added successfully', import: added })
  },
})

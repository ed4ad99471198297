import { api } from '~/api/calls/api.server'
import { accepted } from '~/base/http/endpoint.server'
import { undoImport } from '~/data/imports/imports.server'

export const loader = api('token', {
  POST: async ({ user, id }) =>
    accepted({ msg: 'The import is being undone', import: await undoImport(user._id, id) }),
})

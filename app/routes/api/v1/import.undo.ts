import { accepted, api } from '~/http/api.server'
import { undoImport } from '~/imports/imports.server'

export const loader = api('token', {
  POST: async ({ user, id }) =>
    accepted({ msg: 'The import is being undone', import: await undoImport(user._id, id) }),
})

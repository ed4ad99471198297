import { accepted, api } from '~/base/http/api.server'
import { applyImport } from '~/data/imports/imports.server'

export const loader = api('token', {
  POST: async ({ user, id }) => accepted(await applyImport(user._id, id)),
})

import { accepted, api } from '~/http/api.server'
import { applyImport } from '~/imports/imports.server'

export const loader = api('token', {
  POST: async ({ user, id }) => accepted(await applyImport(user._id, id)),
})

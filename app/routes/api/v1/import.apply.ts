import { api } from '~/api/calls/api.server'
import { accepted } from '~/base/http/endpoint.server'
import { applyImport } from '~/data/imports/imports.server'

export const loader = api('token', {
  POST: async ({ user, id }) => accepted(await applyImport(user._id, id)),
})

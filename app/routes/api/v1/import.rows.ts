import { api } from '~/api/calls/api.server'
import { rowQuery } from '~/data/imports/import-input.server'
import { listRows } from '~/data/imports/import-rows.server'

export const loader = api('token', {
  GET: ({ user, id, query }) => listRows(user._id, id, rowQuery.strict.parse(query)),
})

import { api } from '~/http/api.server'
import { rowQuery } from '~/imports/import-input.server'
import { listRows } from '~/imports/import-rows.server'

export const loader = api('token', {
  GET: ({ user, id, query }) => listRows(user._id, id, rowQuery.strict.parse(query)),
})

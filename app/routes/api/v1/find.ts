import { findQuery, findRecords } from '~/find/find.server'
import { api } from '~/http/api.server'

export const loader = api('token', {
  GET: ({ user, query }) => findRecords(user._id, findQuery.strict.parse(query).q),
})

import { api } from '~/base/http/api.server'
import { findQuery, findRecords } from '~/people/find/find.server'

export const loader = api('token', {
  GET: ({ user, query }) => findRecords(user._id, findQuery.strict.parse(query).q),
})

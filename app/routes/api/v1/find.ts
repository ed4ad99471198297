import { api } from '~/api/calls/api.server'
import { findQuery, findRecords } from '~/people/find/find.server'

export const loader = api('token', {
  GET: ({ user, query }) => findRecords(user._id, findQuery.strict.parse(query).q),
})

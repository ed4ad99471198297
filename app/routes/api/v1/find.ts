import { api } from '~/api/calls/api.server'
import { findRecords } from '~/people/find/find.server'
import { findOperations } from '~/people/find/find-operations.server'

export const loader = api(findOperations, '/find', {
  GET: ({ user, query }) => findRecords(user._id, query().q),
})

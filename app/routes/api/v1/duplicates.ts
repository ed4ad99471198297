import { api } from '~/api/calls/api.server'
import { duplicateQuery, listDuplicates } from '~/people/duplicates/duplicates.server'

export const loader = api('token', {
  GET: ({ user, query }) => listDuplicates(user._id, duplicateQuery.strict.parse(query)),
})

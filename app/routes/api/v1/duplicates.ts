import { duplicateQuery, listDuplicates } from '~/duplicates/duplicates.server'
import { api } from '~/http/api.server'

export const loader = api('token', {
  GET: ({ user, query }) => listDuplicates(user._id, duplicateQuery.strict.parse(query)),
})

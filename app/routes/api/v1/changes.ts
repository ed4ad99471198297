import { changeQuery, listChanges } from '~/history/history.server'
import { api } from '~/http/api.server'

export const loader = api('token', {
  GET: ({ user, query }) => listChanges(user._id, changeQuery.strict.parse(query)),
})

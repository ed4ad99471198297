import { api } from '~/api/calls/api.server'
import { changeQuery, listChanges } from '~/data/history/history.server'

export const loader = api('token', {
  GET: ({ user, query }) => listChanges(user._id, changeQuery.strict.parse(query)),
})

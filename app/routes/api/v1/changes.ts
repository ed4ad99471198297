import { api } from '~/api/calls/api.server'
import { changeOperations } from '~/data/history/change-operations.server'
import { listChanges } from '~/data/history/history.server'

export const loader = api(changeOperations, '/changes', {
  GET: ({ user, query }) => listChanges(user._id, query()),
})

import { api } from '~/api/calls/api.server'
import { duplicateOperations } from '~/people/duplicates/duplicate-operations.server'
import { listDuplicates } from '~/people/duplicates/duplicates.server'

export const loader = api(duplicateOperations, '/duplicates', {
  GET: ({ user, query }) => listDuplicates(user._id, query()),
})

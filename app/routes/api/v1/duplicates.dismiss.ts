import { api } from '~/api/calls/api.server'
import { duplicateOperations } from '~/people/duplicates/duplicate-operations.server'
import { dismissDuplicate } from '~/people/duplicates/duplicates.server'

export const loader = api(duplicateOperations, '/duplicates/dismiss', {
  POST: async ({ user, body }) => {
    await dismissDuplicate(user._id, await body())
    return { msg: 'Duplicate dismissed successfully' }
  },
})

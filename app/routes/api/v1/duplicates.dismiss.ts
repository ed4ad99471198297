import { api } from '~/api/calls/api.server'
import { dismissDuplicate, dismissInput } from '~/people/duplicates/duplicates.server'

export const loader = api('token', {
  POST: async ({ user, body }) => {
    await dismissDuplicate(user._id, dismissInput.parse(await body()))
    return { msg: 'Duplicate dismissed successfully' }
  },
})

import { dismissDuplicate, dismissInput } from '~/duplicates/duplicates.server'
import { api } from '~/http/api.server'

export const loader = api('token', {
  POST: async ({ user, body }) => {
    await dismissDuplicate(user._id, dismissInput.parse(await body()))
    return { msg: 'Duplicate dismissed successfully' }
  },
})

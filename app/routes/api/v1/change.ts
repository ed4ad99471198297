import { eraseChange } from '~/history/erase.server'
import { findChange } from '~/history/history.server'
import { api } from '~/http/api.server'

export const loader = api('token', {
  GET: async ({ user, id }) => ({ change: await findChange(user._id, id) }),
  DELETE: async ({ user, id }) => {
    await eraseChange(user._id, id)
    return { msg: 'Change erased successfully' }
  },
})

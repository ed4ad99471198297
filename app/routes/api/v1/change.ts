import { eraseChange, findChange } from '~/history/history.server'
import { api, sessionOnly } from '~/http/api.server'

export const loader = api('token', {
  GET: async ({ user, id }) => ({ change: await findChange(user._id, id) }),
  DELETE: sessionOnly(async ({ user, id }) => {
    await eraseChange(user._id, id)
    return { msg: 'Change erased successfully' }
  }),
})

import { eraseChange } from '~/history/erase.server'
import { findChange } from '~/history/history.server'
import { api, sessionOnly } from '~/http/api.server'
import { deleteMarkedInBackground } from '~/imports/delete-imports.server'

export const loader = api('token', {
  GET: async ({ user, id }) => ({ change: await findChange(user._id, id) }),
  DELETE: sessionOnly(async ({ user, id }) => {
    const { hasDiscarded } = await eraseChange(user._id, id)
    if (hasDiscarded) deleteMarkedInBackground()
    return { msg: 'Change erased successfully' }
  }),
})

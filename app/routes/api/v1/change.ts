import { api, sessionOnly } from '~/api/calls/api.server'
import { eraseChange } from '~/data/history/erase.server'
import { findChange } from '~/data/history/history.server'
import { deleteMarkedInBackground } from '~/data/imports/delete-imports.server'

export const loader = api('token', {
  GET: async ({ user, id }) => ({ change: await findChange(user._id, id) }),
  DELETE: sessionOnly(async ({ user, id }) => {
    const { hasDiscarded } = await eraseChange(user._id, id)
    if (hasDiscarded) deleteMarkedInBackground()
    return { msg: 'Change erased successfully' }
  }),
})

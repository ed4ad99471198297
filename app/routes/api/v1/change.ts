import { api } from '~/api/calls/api.server'
import { changeOperations } from '~/data/history/change-operations.server'
import { eraseChange } from '~/data/history/erase.server'
import { findChange } from '~/data/history/history.server'
import { deleteMarkedInTime } from '~/data/imports/delete-imports.server'

export const loader = api(changeOperations, '/changes/{id}', {
  GET: async ({ user, id }) => ({ change: await findChange(user._id, id) }),
  DELETE: async ({ user, id }) => {
    const { hasDiscarded } = await eraseChange(user._id, id)
    if (hasDiscarded) await deleteMarkedInTime()
    return { msg: 'Change erased successfully' }
  },
})

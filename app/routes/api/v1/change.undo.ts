import { api } from '~/api/calls/api.server'
import { accepted } from '~/base/http/endpoint.server'
import { undoMessage } from '~/data/history/change'
import { changeOperations } from '~/data/history/change-operations.server'
import { undoChange } from '~/data/history/undo.server'

export const loader = api(changeOperations, '/changes/{id}/undo', {
  POST: async ({ user, id }) => {
    const undone = await undoChange(user._id, id)
    const body = { msg: undoMessage(undone), kept: undone.kept }
    return undone.isUnfinished ? accepted(body) : body
  },
})

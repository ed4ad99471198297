import { undoMessage } from '~/history/change'
import { undoChange } from '~/history/undo.server'
import { accepted, api } from '~/http/api.server'

export const loader = api('token', {
  POST: async ({ user, id }) => {
    const undone = await undoChange(user._id, id)
    const body = { msg: undoMessage(undone), kept: undone.kept }
    return undone.isUnfinished ? accepted(body) : body
  },
})

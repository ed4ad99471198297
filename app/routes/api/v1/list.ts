import { api } from '~/api/calls/api.server'
import { smartListOperations } from '~/people/lists/smart-list-operations.server'
import { deleteSmartList, findSmartList, updateSmartList } from '~/people/lists/smart-lists.server'

export const loader = api(smartListOperations, '/lists/{id}', {
  GET: async ({ user, id }) => ({ list: await findSmartList(user._id, id) }),
  PATCH: async ({ user, id, body, expectedVersion }) => {
    const list = await updateSmartList(user._id, id, await body(), expectedVersion)
    return { msg: 'List edited successfully', list }
  },
  DELETE: async ({ user, id, expectedVersion }) => {
    await deleteSmartList(user._id, id, expectedVersion)
    return { msg: 'List deleted successfully' }
  },
})

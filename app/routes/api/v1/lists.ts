import { api } from '~/api/calls/api.server'
import { smartListOperations } from '~/people/lists/smart-list-operations.server'
import { createSmartList, listSmartLists } from '~/people/lists/smart-lists.server'

export const loader = api(smartListOperations, '/lists', {
  GET: ({ user }) => listSmartLists(user._id),
  POST: async ({ user, body }) => {
    const list = await createSmartList(user._id, await body())
    return { msg: 'List added successfully', list }
  },
})

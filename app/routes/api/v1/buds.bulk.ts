import { api } from '~/api/calls/api.server'
import { bulkMessage } from '~/people/bulk/bulk'
import { changeBuds } from '~/people/bulk/bulk.server'
import { bulkOperations } from '~/people/bulk/bulk-operations.server'

export const loader = api(bulkOperations, '/buds/bulk', {
  POST: async ({ user, body }) => {
    const bulk = await body()
    const result = await changeBuds(user._id, bulk)
    return { msg: bulkMessage(bulk.action, result.changed), ...result }
  },
})

import { api } from '~/api/calls/api.server'
import { assertBudExists } from '~/people/buds/buds.server'
import { mergeOperations } from '~/people/merges/merge-operations.server'
import { mergeBuds } from '~/people/merges/merges.server'

export const loader = api(mergeOperations, '/buds/{id}/merge', {
  POST: async ({ user, id, body, expectedVersion }) => {
    await assertBudExists(user._id, id)
    const bud = await mergeBuds(user._id, id, await body(), { a: expectedVersion })
    return { msg: 'Buds merged successfully', bud }
  },
})

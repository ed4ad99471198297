import { api } from '~/api/calls/api.server'
import { budOperations } from '~/people/buds/bud-operations.server'
import { createBud, listBuds } from '~/people/buds/buds.server'

export const loader = api(budOperations, '/buds', {
  GET: ({ user, query }) => listBuds(user._id, query()),
  POST: async ({ user, body }) => {
    const bud = await createBud(user._id, await body())
    return { msg: 'Bud added successfully', bud }
  },
})

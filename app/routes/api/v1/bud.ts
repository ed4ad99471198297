import { api } from '~/api/calls/api.server'
import { budOperations } from '~/people/buds/bud-operations.server'
import { deleteBud, findBud, updateBud } from '~/people/buds/buds.server'

export const loader = api(budOperations, '/buds/{id}', {
  GET: async ({ user, id }) => ({ bud: await findBud(user._id, id) }),
  PATCH: async ({ user, id, body, expectedVersion }) => {
    const bud = await updateBud(user._id, id, await body(), expectedVersion)
    return { msg: 'Bud edited successfully', bud }
  },
  DELETE: async ({ user, id, expectedVersion }) => {
    await deleteBud(user._id, id, expectedVersion)
    return { msg: 'Bud deleted successfully' }
  },
})

import { api } from '~/api/calls/api.server'
import { budOperations } from '~/people/buds/bud-operations.server'
import { unarchiveBud } from '~/people/buds/buds.server'

export const loader = api(budOperations, '/buds/{id}/unarchive', {
  POST: async ({ user, id, expectedVersion }) => {
    const bud = await unarchiveBud(user._id, id, expectedVersion)
    return { msg: 'Bud unarchived', bud }
  },
})

import { api } from '~/api/calls/api.server'
import { budOperations } from '~/people/buds/bud-operations.server'
import { archiveBud } from '~/people/buds/buds.server'

export const loader = api(budOperations, '/buds/{id}/archive', {
  POST: async ({ user, id, expectedVersion }) => {
    const bud = await archiveBud(user._id, id, expectedVersion)
    return { msg: 'Bud archived', bud }
  },
})

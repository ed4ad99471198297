import { api } from '~/api/calls/api.server'
import { interactionOperations } from '~/people/interactions/interaction-operations.server'
import {
  deleteInteraction,
  findInteraction,
  updateInteraction,
} from '~/people/interactions/interactions.server'

export const loader = api(interactionOperations, '/interactions/{id}', {
  GET: async ({ user, id }) => ({ interaction: await findInteraction(user._id, id) }),
  PATCH: async ({ user, id, body, expectedVersion }) => {
    const change = await body()
    const interaction = await updateInteraction(user._id, id, change, expectedVersion)
    return { msg: 'Interaction edited successfully', interaction }
  },
  DELETE: async ({ user, id, expectedVersion }) => {
    await deleteInteraction(user._id, id, expectedVersion)
    return { msg: 'Interaction deleted successfully' }
  },
})

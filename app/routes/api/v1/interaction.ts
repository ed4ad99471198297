import { api } from '~/api/calls/api.server'
import { interactionChange } from '~/people/interactions/interaction-input.server'
import {
  deleteInteraction,
  findInteraction,
  updateInteraction,
} from '~/people/interactions/interactions.server'

export const loader = api('token', {
  GET: async ({ user, id }) => ({ interaction: await findInteraction(user._id, id) }),
  PATCH: async ({ user, id, body, expectedVersion }) => {
    const change = interactionChange.parse(await body())
    const interaction = await updateInteraction(user._id, id, change, expectedVersion)
    return { msg: 'Interaction edited successfully', interaction }
  },
  DELETE: async ({ user, id, expectedVersion }) => {
    await deleteInteraction(user._id, id, expectedVersion)
    return { msg: 'Interaction deleted successfully' }
  },
})

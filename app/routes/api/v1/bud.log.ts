import { api } from '~/api/calls/api.server'
import { findBud } from '~/people/buds/buds.server'
import { interactionOperations } from '~/people/interactions/interaction-operations.server'
import { createInteraction } from '~/people/interactions/interactions.server'

export const loader = api(interactionOperations, '/buds/{id}/log', {
  POST: async ({ user, id, body }) => {
    const { _id } = await findBud(user._id, id)
    const input = await body()
    const interaction = await createInteraction(user._id, { ...input, selectedBuds: [_id] })
    return { msg: 'Contact logged', interaction }
  },
})

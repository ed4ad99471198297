import { api } from '~/api/calls/api.server'
import { interactionOperations } from '~/people/interactions/interaction-operations.server'
import { createInteraction, listInteractions } from '~/people/interactions/interactions.server'

export const loader = api(interactionOperations, '/interactions', {
  GET: ({ user, query }) => listInteractions(user._id, query()),
  POST: async ({ user, body }) => {
    const interaction = await createInteraction(user._id, await body())
    return { msg: 'Interaction added successfully', interaction }
  },
})

import { api } from '~/api/calls/api.server'
import { created } from '~/base/http/endpoint.server'
import { interactionInput, interactionQuery } from '~/people/interactions/interaction-input.server'
import { createInteraction, listInteractions } from '~/people/interactions/interactions.server'

export const loader = api('token', {
  GET: ({ user, query }) => listInteractions(user._id, interactionQuery.strict.parse(query)),
  POST: async ({ user, body }) => {
    const interaction = await createInteraction(user._id, interactionInput.parse(await body()))
    return created({ msg: 'Interaction added successfully', interaction })
  },
})

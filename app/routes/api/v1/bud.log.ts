import { api } from '~/api/calls/api.server'
import { created } from '~/base/http/endpoint.server'
import { findBud } from '~/people/buds/buds.server'
import { logInput } from '~/people/interactions/interaction-input.server'
import { createInteraction } from '~/people/interactions/interactions.server'

export const loader = api('token', {
  POST: async ({ user, id, body }) => {
    const { _id } = await findBud(user._id, id)
    const input = logInput.parse(await body())
    const interaction = await createInteraction(user._id, { ...input, selectedBuds: [_id] })
    return created({ msg: 'Contact logged', interaction })
  },
})

import { findBud } from '~/buds/buds.server'
import { api, created } from '~/http/api.server'
import { logInput } from '~/interactions/interaction-input.server'
import { createInteraction } from '~/interactions/interactions.server'

export const loader = api('token', {
  POST: async ({ user, id, body }) => {
    const { _id } = await findBud(user._id, id)
    const input = logInput.parse(await body())
    const interaction = await createInteraction(user._id, { ...input, selectedBuds: [_id] })
    return created({ msg: 'Contact logged', interaction })
  },
})

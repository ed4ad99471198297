import { budInput } from '~/buds/bud-input.server'
import { budSearch, createBud, listBuds } from '~/buds/buds.server'
import { api, created } from '~/http/api.server'

export const loader = api('token', {
  GET: ({ user, query }) => listBuds(user._id, budSearch.strict.parse(query)),
  POST: async ({ user, body }) => {
    const bud = await createBud(user._id, budInput.parse(await body()))
    return created({ msg: 'Bud added successfully', bud })
  },
})

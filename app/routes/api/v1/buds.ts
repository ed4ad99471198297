import { api } from '~/api/calls/api.server'
import { created } from '~/base/http/endpoint.server'
import { budInput } from '~/people/buds/bud-input.server'
import { budSearch, createBud, listBuds } from '~/people/buds/buds.server'

export const loader = api('token', {
  GET: ({ user, query }) => listBuds(user._id, budSearch.strict.parse(query)),
  POST: async ({ user, body }) => {
    const bud = await createBud(user._id, budInput.parse(await body()))
    return created({ msg: 'Bud added successfully', bud })
  },
})

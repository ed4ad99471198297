import { api } from '~/api/calls/api.server'
import { created } from '~/base/http/endpoint.server'
import { updateLinkInput } from '~/people/proposals/proposal-input.server'
import { makeUpdateLink } from '~/people/proposals/update-links.server'

export const loader = api('user', {
  POST: async (call) => {
    const input = updateLinkInput.parse(await call.body())
    const { url } = await makeUpdateLink(call, call.user, call.id, input)
    return created({ msg: 'Update link created successfully', url })
  },
})

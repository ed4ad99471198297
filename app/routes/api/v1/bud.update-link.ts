import { api } from '~/api/calls/api.server'
import { proposalOperations } from '~/people/proposals/proposal-operations.server'
import { makeUpdateLink } from '~/people/proposals/update-links.server'

export const loader = api(proposalOperations, '/buds/{id}/update-link', {
  POST: async (call) => {
    const input = await call.body()
    const { url } = await makeUpdateLink(call, call.user, call.id, input)
    return { msg: 'Update link created successfully', url }
  },
})

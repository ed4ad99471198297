import { api } from '~/api/calls/api.server'
import { proposalOperations } from '~/people/proposals/proposal-operations.server'
import { acceptProposal } from '~/people/proposals/proposals.server'

export const loader = api(proposalOperations, '/proposals/{id}/accept', {
  POST: async ({ user, id, body, expectedVersion }) => {
    const { fields } = await body()
    const { msg } = await acceptProposal(user._id, id, fields, expectedVersion)
    return { msg }
  },
})

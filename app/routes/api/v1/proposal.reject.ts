import { api } from '~/api/calls/api.server'
import { proposalOperations } from '~/people/proposals/proposal-operations.server'
import { rejectProposal } from '~/people/proposals/proposals.server'

export const loader = api(proposalOperations, '/proposals/{id}/reject', {
  POST: async ({ user, id }) => {
    const { msg } = await rejectProposal(user._id, id)
    return { msg }
  },
})

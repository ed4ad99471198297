import { api } from '~/api/calls/api.server'
import { proposalOperations } from '~/people/proposals/proposal-operations.server'
import { listProposals } from '~/people/proposals/proposals.server'

export const loader = api(proposalOperations, '/proposals', {
  GET: ({ user, query }) => listProposals(user._id, query()),
})

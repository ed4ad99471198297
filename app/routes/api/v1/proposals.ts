import { api } from '~/api/calls/api.server'
import { proposalQuery } from '~/people/proposals/proposal-input.server'
import { listProposals } from '~/people/proposals/proposals.server'

export const loader = api('token', {
  GET: ({ user, query }) => listProposals(user._id, proposalQuery.strict.parse(query)),
})

import { api } from '~/http/api.server'
import { proposalQuery } from '~/proposals/proposal-input.server'
import { listProposals } from '~/proposals/proposals.server'

export const loader = api('token', {
  GET: ({ user, query }) => listProposals(user._id, proposalQuery.strict.parse(query)),
})

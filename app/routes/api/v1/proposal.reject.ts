import { api, sessionOnly } from '~/api/calls/api.server'
import { rejectProposal } from '~/people/proposals/proposals.server'

export const loader = api('token', {
  POST: sessionOnly(async ({ user, id }) => {
    const { msg } = await rejectProposal(user._id, id)
    return { msg }
  }),
})

import { api, sessionOnly } from '~/api/calls/api.server'
import { acceptInput } from '~/people/proposals/proposal-input.server'
import { acceptProposal } from '~/people/proposals/proposals.server'

export const loader = api('token', {
  POST: sessionOnly(async ({ user, id, body, expectedVersion }) => {
    const { fields } = acceptInput.parse(await body())
    const { msg } = await acceptProposal(user._id, id, fields, expectedVersion)
    return { msg }
  }),
})

import { api, sessionOnly } from '~/http/api.server'
import { acceptInput } from '~/proposals/proposal-input.server'
import { acceptProposal } from '~/proposals/proposals.server'

export const loader = api('token', {
  POST: sessionOnly(async ({ user, id, body, expectedVersion }) => {
    const { fields } = acceptInput.parse(await body())
    const { msg } = await acceptProposal(user._id, id, fields, expectedVersion)
    return { msg }
  }),
})

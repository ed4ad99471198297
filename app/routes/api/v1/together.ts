import { api } from '~/http/api.server'
import { planTogether } from '~/together/together.server'
import { parseSelection } from '~/together/together-input.server'

export const loader = api('token', {
  GET: ({ user, query }) => planTogether(user._id, parseSelection(query)),
})

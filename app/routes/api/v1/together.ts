import { api } from '~/api/calls/api.server'
import { planTogether } from '~/planning/together/together.server'
import { parseSelection } from '~/planning/together/together-input.server'

export const loader = api('token', {
  GET: ({ user, query }) => planTogether(user._id, parseSelection(query)),
})

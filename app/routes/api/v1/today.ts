import { api } from '~/api/calls/api.server'
import { loadToday } from '~/planning/today/today.server'

export const loader = api('token', {
  GET: async ({ user }) => {
    const { totalProposals: _, ...today } = await loadToday(user._id)
    return today
  },
})

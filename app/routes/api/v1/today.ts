import { api } from '~/http/api.server'
import { loadToday } from '~/today/today.server'

export const loader = api('token', {
  GET: async ({ user }) => {
    const { totalProposals: _, ...today } = await loadToday(user._id)
    return today
  },
})

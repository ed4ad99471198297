import { api } from '~/http/api.server'
import { loadToday } from '~/today/today.server'

export const loader = api('user', { GET: ({ user }) => loadToday(user._id) })

import { api } from '~/api/calls/api.server'
import { loadToday } from '~/planning/today/today.server'
import { todayOperations } from '~/planning/today/today-operations.server'

export const loader = api(todayOperations, '/today', {
  GET: async ({ user }) => {
    const { today, overdue, totalOverdue, dates, events } = await loadToday(user._id)
    return { today, overdue, totalOverdue, dates, events }
  },
})

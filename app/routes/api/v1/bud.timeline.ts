import { api } from '~/api/calls/api.server'
import { listTimeline } from '~/planning/today/timeline.server'
import { todayOperations } from '~/planning/today/today-operations.server'

export const loader = api(todayOperations, '/buds/{id}/timeline', {
  GET: ({ user, id, query }) => listTimeline(user._id, id, query()),
})

import { api } from '~/api/calls/api.server'
import { listTimeline, timelineQuery } from '~/planning/today/timeline.server'

export const loader = api('token', {
  GET: ({ user, id, query }) => listTimeline(user._id, id, timelineQuery.strict.parse(query)),
})

import { api } from '~/api/calls/api.server'
import { eventOperations } from '~/events/events/event-operations.server'
import { deleteAt, findOccurrence, updateAt } from '~/events/events/series.server'

export const loader = api(eventOperations, '/events/{id}', {
  GET: async ({ user, id, query }) => ({ event: await findOccurrence(user._id, id, query().occurrence) }),
  PATCH: async ({ user, id, query, body, expectedVersion }) => {
    const event = await updateAt(user._id, id, await body(), query(), expectedVersion)
    return { msg: 'Event edited successfully', event }
  },
  DELETE: async ({ user, id, query, expectedVersion }) => {
    await deleteAt(user._id, id, query(), expectedVersion)
    return { msg: 'Event deleted successfully' }
  },
})

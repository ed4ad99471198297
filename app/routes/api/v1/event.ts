import { api } from '~/api/calls/api.server'
import { eventOperations } from '~/events/events/event-operations.server'
import { deleteEvent, findEvent, updateEvent } from '~/events/events/events.server'

export const loader = api(eventOperations, '/events/{id}', {
  GET: async ({ user, id }) => ({ event: await findEvent(user._id, id) }),
  PATCH: async ({ user, id, body, expectedVersion }) => {
    const event = await updateEvent(user._id, id, await body(), expectedVersion)
    return { msg: 'Event edited successfully', event }
  },
  DELETE: async ({ user, id, expectedVersion }) => {
    await deleteEvent(user._id, id, expectedVersion)
    return { msg: 'Event deleted successfully' }
  },
})

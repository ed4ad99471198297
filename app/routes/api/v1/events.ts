import { api } from '~/api/calls/api.server'
import { eventRange } from '~/events/events/event-input.server'
import { eventOperations } from '~/events/events/event-operations.server'
import { listEventsBetween } from '~/events/events/event-range.server'
import { createEvent, listEvents } from '~/events/events/events.server'

export const loader = api(eventOperations, '/events', {
  // Between two times, the rest of the query does not count.
  GET: ({ user, parameters, query }) =>
    'from' in parameters || 'to' in parameters
      ? listEventsBetween(user._id, eventRange.parse(parameters))
      : listEvents(user._id, query()),
  POST: async ({ user, body }) => {
    const event = await createEvent(user._id, await body())
    return { msg: 'Event added successfully', event }
  },
})

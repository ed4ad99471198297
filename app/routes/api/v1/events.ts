import { api } from '~/api/calls/api.server'
import { created } from '~/base/http/endpoint.server'
import { eventInput, eventRange } from '~/events/events/event-input.server'
import { listEventsBetween } from '~/events/events/event-range.server'
import { createEvent, eventSearch, listEvents } from '~/events/events/events.server'

export const loader = api('token', {
  GET: ({ user, query }) =>
    'from' in query || 'to' in query
      ? listEventsBetween(user._id, eventRange.parse(query))
      : listEvents(user._id, eventSearch.strict.parse(query)),
  POST: async ({ user, body }) => {
    const event = await createEvent(user._id, eventInput.parse(await body()))
    return created({ msg: 'Event added successfully', event })
  },
})

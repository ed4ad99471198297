import { api } from '~/api/calls/api.server'
import { assertEventExists } from '~/events/events/events.server'
import { occurrenceAsEvent } from '~/events/events/series.server'
import { guestOperations } from '~/events/guests/guest-operations.server'
import { endGuestLinks, listGuests, makeGuestLinks } from '~/events/guests/guests.server'

export const loader = api(guestOperations, '/events/{id}/guests', {
  GET: ({ user, id }) => listGuests(user._id, id),
  POST: async (call) => {
    const { user, id } = call
    await assertEventExists(user._id, id)
    const { occurrence } = call.query()
    const findEvent = occurrenceAsEvent(user._id, id, occurrence)
    const { event, links } = await makeGuestLinks(call, user, findEvent, await call.body())
    return { msg: 'Links made successfully', event, links: links.map(({ bud, url }) => ({ bud, url })) }
  },
  DELETE: async ({ user, id, body }) => {
    await assertEventExists(user._id, id)
    await endGuestLinks(user._id, id, await body())
    return { msg: 'Links ended successfully' }
  },
})

import { api } from '~/api/calls/api.server'
import { assertEventExists } from '~/events/events/events.server'
import { guestOperations } from '~/events/guests/guest-operations.server'
import { endGuestLinks, listGuests, makeGuestLinks } from '~/events/guests/guests.server'

export const loader = api(guestOperations, '/events/{id}/guests', {
  GET: ({ user, id }) => listGuests(user._id, id),
  POST: async (call) => {
    await assertEventExists(call.user._id, call.id)
    const links = await makeGuestLinks(call, call.user, call.id, await call.body())
    return { msg: 'Links made successfully', links: links.map(({ bud, url }) => ({ bud, url })) }
  },
  DELETE: async ({ user, id, body }) => {
    await assertEventExists(user._id, id)
    await endGuestLinks(user._id, id, await body())
    return { msg: 'Links ended successfully' }
  },
})

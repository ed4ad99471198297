import { assertNotDemo } from '~/account/accounts/accounts.server'
import { api, sessionOnly } from '~/api/calls/api.server'
import { created } from '~/base/http/endpoint.server'
import { assertEventExists } from '~/events/events/events.server'
import { linksInput, newLinksInput } from '~/events/guests/guest-input.server'
import { endGuestLinks, listGuests, makeGuestLinks } from '~/events/guests/guests.server'

export const loader = api('token', {
  GET: ({ user, id }) => listGuests(user._id, id),
  POST: sessionOnly(async (call) => {
    assertNotDemo(call.user)
    await assertEventExists(call.user._id, call.id)
    const links = await makeGuestLinks(call, call.user, call.id, newLinksInput.parse(await call.body()))
    return created({ msg: 'Links made successfully', links: links.map(({ bud, url }) => ({ bud, url })) })
  }),
  DELETE: async ({ user, id, body }) => {
    await assertEventExists(user._id, id)
    await endGuestLinks(user._id, id, linksInput.parse(await body()))
    return { msg: 'Links ended successfully' }
  },
})

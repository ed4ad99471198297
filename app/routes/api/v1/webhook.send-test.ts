import { api } from '~/api/calls/api.server'
import { accepted } from '~/base/http/endpoint.server'
import { sendTest } from '~/integrations/webhooks/webhooks.server'

export const loader = api('user', {
  POST: async ({ user, id }) =>
    accepted({ msg: 'The test is on its way', delivery: await sendTest(user._id, id) }),
})

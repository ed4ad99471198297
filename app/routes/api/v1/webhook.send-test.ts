import { accepted, api } from '~/base/http/api.server'
import { sendTest } from '~/integrations/webhooks/webhooks.server'

export const loader = api('user', {
  POST: async ({ user, id }) =>
    accepted({ msg: 'The test is on its way', delivery: await sendTest(user._id, id) }),
})

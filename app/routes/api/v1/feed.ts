import { api } from '~/api/calls/api.server'
import { revokeFeed } from '~/integrations/feeds/feeds.server'

export const loader = api('token', {
  DELETE: async ({ user, id }) => {
    await revokeFeed(user._id, id)
    return { msg: 'Feed revoked successfully' }
  },
})

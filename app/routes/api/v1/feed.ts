import { revokeFeed } from '~/feeds/feeds.server'
import { api } from '~/http/api.server'

export const loader = api('token', {
  DELETE: async ({ user, id }) => {
    await revokeFeed(user._id, id)
    return { msg: 'Feed revoked successfully' }
  },
})

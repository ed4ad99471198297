import { revokeFeed } from '~/feeds/feeds.server'
import { api } from '~/http/api.server'

export const loader = api('user', {
  DELETE: async ({ user, id }) => {
    await revokeFeed(user, id)
    return { msg: 'Feed revoked successfully' }
  },
})

import { api } from '~/api/calls/api.server'
import { feedOperations } from '~/integrations/feeds/feed-operations.server'
import { revokeFeed } from '~/integrations/feeds/feeds.server'

export const loader = api(feedOperations, '/feeds/{id}', {
  DELETE: async ({ user, id }) => {
    await revokeFeed(user._id, id)
    return { msg: 'Feed revoked successfully' }
  },
})

import { api } from '~/api/calls/api.server'
import { feedOperations } from '~/integrations/feeds/feed-operations.server'
import { listFeeds, makeFeed } from '~/integrations/feeds/feeds.server'

export const loader = api(feedOperations, '/feeds', {
  GET: async ({ user }) => ({ feeds: await listFeeds(user._id) }),
  POST: async (call) => {
    const made = await makeFeed(call, call.user, await call.body())
    return { msg: 'Feed created successfully', ...made }
  },
})

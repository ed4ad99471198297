import { feedInput } from '~/feeds/feed-input.server'
import { listFeeds, makeFeed } from '~/feeds/feeds.server'
import { api, created, sessionOnly } from '~/http/api.server'

export const loader = api('token', {
  GET: async ({ user }) => ({ feeds: await listFeeds(user._id) }),
  POST: sessionOnly(async ({ user, body }) => {
    const made = await makeFeed(user, feedInput.parse(await body()))
    return created({ msg: 'Feed created successfully', ...made })
  }),
})

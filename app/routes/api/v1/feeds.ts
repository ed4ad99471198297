import { feedInput } from '~/feeds/feed-input.server'
import { listFeeds, makeFeed } from '~/feeds/feeds.server'
import { api, secret, sessionOnly } from '~/http/api.server'

export const loader = api('token', {
  GET: async ({ user }) => ({ feeds: await listFeeds(user._id) }),
  POST: sessionOnly(async (call) => {
    const made = await makeFeed(call, call.user, feedInput.parse(await call.body()))
    return secret({ msg: 'Feed created successfully', ...made }, 201)
  }),
})

import { api, sessionOnly } from '~/api/calls/api.server'
import { secret } from '~/base/http/endpoint.server'
import { feedInput } from '~/integrations/feeds/feed-input.server'
import { listFeeds, makeFeed } from '~/integrations/feeds/feeds.server'

export const loader = api('token', {
  GET: async ({ user }) => ({ feeds: await listFeeds(user._id) }),
  POST: sessionOnly(async (call) => {
    const made = await makeFeed(call, call.user, feedInput.parse(await call.body()))
    return secret({ msg: 'Feed created successfully', ...made }, 201)
  }),
})

import { api } from '~/api/calls/api.server'
import { postSearch } from '~/site/blog/post-input.server'
import { listAllPosts } from '~/site/blog/posts.server'

export const loader = api('admin', {
  GET: ({ query }) => listAllPosts(postSearch.strict.parse(query)),
})

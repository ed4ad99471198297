import { postSearch } from '~/blog/post-input.server'
import { listAllPosts } from '~/blog/posts.server'
import { api } from '~/http/api.server'

export const loader = api('admin', {
  GET: ({ query }) => listAllPosts(postSearch.strict.parse(query)),
})

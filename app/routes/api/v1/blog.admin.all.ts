import { postSearch } from '~/blog/post-input.server'
import { listAllPosts } from '~/blog/posts.server'
import { api } from '~/http/api.server'

const endpoint = api('admin', {
  GET: ({ query }) => listAllPosts(postSearch.strict.parse(query)),
})

export { endpoint as action, endpoint as loader }

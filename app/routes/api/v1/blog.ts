import { listPosts } from '~/blog/post-search.server'
import { blogSearch } from '~/blog/post-search-input.server'
import { api } from '~/http/api.server'

const endpoint = api('shared', {
  GET: ({ query }) => listPosts(blogSearch.strict.parse(query)),
})

export { endpoint as action, endpoint as loader }

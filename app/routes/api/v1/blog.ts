import { blogSearch } from '~/blog/post-input.server'
import { listPosts } from '~/blog/post-search.server'
import { api } from '~/http/api.server'

export const loader = api('shared', {
  GET: ({ query }) => listPosts(blogSearch.strict.parse(query)),
})

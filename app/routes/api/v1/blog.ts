import { api } from '~/api/calls/api.server'
import { blogSearch } from '~/site/blog/post-input.server'
import { listPosts } from '~/site/blog/post-search.server'

export const loader = api('shared', {
  GET: ({ query }) => listPosts(blogSearch.strict.parse(query)),
})

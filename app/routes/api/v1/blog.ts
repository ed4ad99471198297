import { api } from '~/api/calls/api.server'
import { blogOperations } from '~/site/blog/blog-operations.server'
import { listPosts } from '~/site/blog/post-search.server'

export const loader = api(blogOperations, '/blog', {
  GET: ({ query }) => listPosts(query()),
})

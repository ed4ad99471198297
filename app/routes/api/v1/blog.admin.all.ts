import { api } from '~/api/calls/api.server'
import { blogOperations } from '~/site/blog/blog-operations.server'
import { listAllPosts } from '~/site/blog/posts.server'

export const loader = api(blogOperations, '/blog/admin/all', {
  GET: ({ query }) => listAllPosts(query()),
})

import { api } from '~/api/calls/api.server'
import { blogOperations } from '~/site/blog/blog-operations.server'
import { createPost } from '~/site/blog/posts.server'

export const loader = api(blogOperations, '/blog/admin', {
  POST: async ({ body }) => {
    const post = await createPost(await body())
    return { msg: 'Blog post created successfully', post }
  },
})

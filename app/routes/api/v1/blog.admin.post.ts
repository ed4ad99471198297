import { api } from '~/api/calls/api.server'
import { blogOperations } from '~/site/blog/blog-operations.server'
import { changeMessage, deletePost, findPost, updatePost } from '~/site/blog/posts.server'

export const loader = api(blogOperations, '/blog/admin/{id}', {
  GET: async ({ id }) => ({ post: await findPost(id) }),
  PATCH: async ({ id, body, expectedVersion }) => {
    const change = await body()
    return { msg: changeMessage(change), post: await updatePost(id, change, expectedVersion) }
  },
  DELETE: async ({ id, expectedVersion }) => {
    await deletePost(id, expectedVersion)
    return { msg: 'Blog post deleted successfully' }
  },
})

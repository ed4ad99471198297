import { api } from '~/api/calls/api.server'
import { postChange } from '~/site/blog/post-input.server'
import { changeMessage, deletePost, findPost, updatePost } from '~/site/blog/posts.server'

export const loader = api('admin', {
  GET: async ({ id }) => ({ post: await findPost(id) }),
  PATCH: async ({ id, body, expectedVersion }) => {
    const change = postChange.parse(await body())
    return { msg: changeMessage(change), post: await updatePost(id, change, expectedVersion) }
  },
  DELETE: async ({ id, expectedVersion }) => {
    await deletePost(id, expectedVersion)
    return { msg: 'Blog post deleted successfully' }
  },
})

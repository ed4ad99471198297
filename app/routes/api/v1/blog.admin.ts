import { postInput } from '~/blog/post-input.server'
import { createPost } from '~/blog/posts.server'
import { api, created } from '~/http/api.server'

export const loader = api('admin', {
  POST: async ({ body }) => {
    const post = await createPost(postInput.parse(await body()))
    return created({ msg: 'Blog post created successfully', post })
  },
})

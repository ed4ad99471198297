import { postInput } from '~/blog/post-input.server'
import { createPost } from '~/blog/posts.server'
import { api, created } from '~/http/api.server'

const endpoint = api('admin', {
  POST: async ({ body }) => {
    const post = await createPost(postInput.parse(await body()))
    return created({ msg: 'Blog post created successfully', post })
  },
})

export { endpoint as action, endpoint as loader }

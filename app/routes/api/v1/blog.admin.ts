import { api } from '~/api/calls/api.server'
import { created } from '~/base/http/endpoint.server'
import { postInput } from '~/site/blog/post-input.server'
import { createPost } from '~/site/blog/posts.server'

export const loader = api('admin', {
  POST: async ({ body }) => {
    const post = await createPost(postInput.parse(await body()))
    return created({ msg: 'Blog post created successfully', post })
  },
})

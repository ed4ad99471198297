import { api } from '~/api/calls/api.server'
import { blogOperations } from '~/site/blog/blog-operations.server'
import { listTags } from '~/site/blog/post-search.server'

export const loader = api(blogOperations, '/blog/tags', { GET: async () => ({ tags: await listTags() }) })

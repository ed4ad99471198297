import { api } from '~/api/calls/api.server'
import { listTags } from '~/site/blog/post-search.server'

export const loader = api('shared', { GET: async () => ({ tags: await listTags() }) })

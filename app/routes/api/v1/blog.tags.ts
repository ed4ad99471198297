import { api } from '~/base/http/api.server'
import { listTags } from '~/site/blog/post-search.server'

export const loader = api('shared', { GET: async () => ({ tags: await listTags() }) })

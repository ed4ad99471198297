import { listTags } from '~/blog/post-search.server'
import { api } from '~/http/api.server'

const endpoint = api('shared', {
  GET: async () => ({ tags: await listTags() }),
})

export { endpoint as action, endpoint as loader }

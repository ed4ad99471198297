import { findPublished } from '~/blog/post-search.server'
import { api } from '~/http/api.server'

const endpoint = api('shared', {
  GET: ({ params }) => findPublished(params.slug ?? ''),
})

export { endpoint as action, endpoint as loader }

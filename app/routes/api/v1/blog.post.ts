import { findPublished } from '~/blog/post-search.server'
import { api } from '~/http/api.server'

export const loader = api('shared', { GET: ({ params }) => findPublished(params.slug ?? '') })

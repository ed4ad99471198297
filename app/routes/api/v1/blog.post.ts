import { api } from '~/api/calls/api.server'
import { findPublished } from '~/site/blog/post-search.server'

export const loader = api('shared', { GET: ({ params }) => findPublished(params.slug ?? '') })

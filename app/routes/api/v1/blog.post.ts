import { api } from '~/api/calls/api.server'
import { blogOperations } from '~/site/blog/blog-operations.server'
import { findPublished } from '~/site/blog/post-search.server'

export const loader = api(blogOperations, '/blog/{slug}', { GET: ({ slug }) => findPublished(slug) })

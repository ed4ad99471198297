import { allTags } from '~/blog/blog-paths'
import { feedOf } from '~/blog/feed.server'
import { listPosts } from '~/blog/post-search.server'
import type { Handle } from '~/components/handle'
import { sharedForAMinute } from '~/http/api.server'

export const handle: Handle = { cacheable: true }

const limit = 20

export async function loader() {
  const { posts } = await listPosts({ page: 1, limit, tag: allTags, search: '' })
  const type = { 'Content-Type': 'application/rss+xml; charset=utf-8' }
  return new Response(feedOf(posts), { headers: { ...type, ...sharedForAMinute } })
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { allTags } from '~/blog/addresses'
import { feedOf } from '~/blog/feed.server'
import { listPosts } from '~/blog/post-search.server'
import { sharedForAMinute } from '~/server/api.server'
import { etagOf, isAmong } from '~/server/etag.server'

export const handle = { isKept: true }

const limit = 20

export async function loader({ request }: LoaderFunctionArgs) {
  const { posts } = await listPosts({ page: 1, limit, tag: allTags, search: '' })
  const feed = feedOf(posts)
  const headers = {
    'Content-Type': 'application/rss+xml; charset=utf-8',
    ...sharedForAMinute,
    ETag: etagOf(feed),
  }
  const isKnown = isAmong(request.headers.get('If-None-Match'), headers.ETag)
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(feed, { headers })
}

import { sharedForAMinute } from '~/base/http/endpoint.server'
import type { Handle } from '~/base/http/handle'
import { env } from '~/base/node/env.server'
import { allTags, articlePath, feedPath } from '~/site/blog/blog-paths'
import type { ListedPost } from '~/site/blog/post-input.server'
import { listPosts } from '~/site/blog/post-search.server'

export const handle: Handle = { cacheable: true }

const limit = 20

export async function loader() {
  const { posts } = await listPosts({ page: 1, limit, tag: allTags, search: '' })
  const type = { 'Content-Type': 'application/rss+xml; charset=utf-8' }
  return new Response(feedOf(posts), { headers: { ...type, ...sharedForAMinute } })
}

function feedOf(posts: ListedPost[]) {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>The Budkeeper blog</title>
<link>${env.APP_URL}/blog</link>
<description>Short reads about friends, family and the people you work with.</description>
<language>en-GB</language>
<atom:link href="${env.APP_URL}${feedPath}" rel="self" type="application/rss+xml"/>
${posts.map(item).join('\n')}
</channel>
</rss>
`
}

function item({ title, slug, excerpt, author, tags, publishedAt }: ListedPost) {
  const url = env.APP_URL + articlePath(slug)
  return `<item>
<title>${escapeXml(title)}</title>
<link>${escapeXml(url)}</link>
<guid>${escapeXml(url)}</guid>
<pubDate>${publishedAt?.toUTCString()}</pubDate>
<dc:creator>${escapeXml(author)}</dc:creator>
${tags.map((tag) => `<category>${escapeXml(tag)}</category>`).join('')}
<description>${escapeXml(escapeHtml(excerpt))}</description>
</item>`
}

/** Characters that XML does not allow. */
const invalidCharacters = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

function escapeXml(text: string) {
  return escapeHtml(text.replace(invalidCharacters, ''))
}

/** Feed readers render a description as HTML. */
function escapeHtml(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

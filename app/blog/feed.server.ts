import { env } from '~/http/env.server'
import { articleAddress, feedAddress } from './addresses'
import type { PostCard } from './post'

/** RSS 2.0 of these posts. */
export function feedOf(posts: PostCard[]) {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>The Budkeeper blog</title>
<link>${env.APP_URL}/blog</link>
<description>Short reads about friends, family and the people you work with.</description>
<language>en-GB</language>
<atom:link href="${env.APP_URL}${feedAddress}" rel="self" type="application/rss+xml"/>
${posts.map(item).join('\n')}
</channel>
</rss>
`
}

function item({ title, slug, excerpt, author, tags, publishedAt }: PostCard) {
  const address = env.APP_URL + articleAddress(slug)
  return `<item>
<title>${xml(title)}</title>
<link>${xml(address)}</link>
<guid>${xml(address)}</guid>
<pubDate>${publishedAt?.toUTCString()}</pubDate>
<dc:creator>${xml(author)}</dc:creator>
${tags.map((tag) => `<category>${xml(tag)}</category>`).join('')}
<description>${xml(html(excerpt))}</description>
</item>`
}

/** What XML has no place for. */
const unspeakable = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

function xml(text: string) {
  return html(text.replace(unspeakable, ''))
}

/** Readers show a description as HTML. */
function html(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

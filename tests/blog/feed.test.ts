import { beforeEach, expect, test } from 'vitest'
import { createClient } from '../support/client'
import { removePosts, storePost, storePosts } from '../support/posts'

const visitor = createClient()
const read = () => visitor.get('/blog/rss.xml')

beforeEach(removePosts)

test('the feed has the newest 20 posts, the newest first', async () => {
  await storePosts(Array.from({ length: 21 }, (_, n) => ({ title: `Number ${n + 1}` })))
  await storePost({ title: 'Draft', published: false })
  const { status, headers, text } = await read()
  expect(status).toBe(200)
  expect(headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8')
  const titles = [...text.matchAll(/<item>\n<title>(.*?)<\/title>/g)].map(([, title]) => title)
  expect(titles).toEqual(Array.from({ length: 20 }, (_, n) => `Number ${21 - n}`))
})

test('a post is told with address, day, author, tags and excerpt', async () => {
  await storePost({
    title: 'A < B & C\u0008',
    slug: 'über',
    excerpt: 'In short.',
    author: 'Ada',
    tags: ['a&b', 'c'],
    publishedAt: new Date('2026-11-03T08:30:00Z'),
  })
  expect((await read()).text).toContain(`<item>
<title>A &lt; B &amp; C</title>
<link>http://localhost:3000/blog/%C3%BCber</link>
<guid>http://localhost:3000/blog/%C3%BCber</guid>
<pubDate>Tue, 03 Nov 2026 08:30:00 GMT</pubDate>
<dc:creator>Ada</dc:creator>
<category>a&amp;b</category><category>c</category>
<description>In short.</description>
</item>`)
})

test('whoever has the feed already gets a 304', async () => {
  const { headers } = await read()
  expect(headers.get('Cache-Control')).toBe('public, max-age=60')
  const known = { 'If-None-Match': headers.get('ETag') ?? '' }
  expect((await visitor.send('GET', '/blog/rss.xml', { headers: known })).status).toBe(304)
  await storePost()
  expect((await visitor.send('GET', '/blog/rss.xml', { headers: known })).status).toBe(200)
})

import { JSDOM } from 'jsdom'
import { beforeEach, expect, test } from 'vitest'
import { readPage, removePosts, storePost, storePosts } from '../support/posts'

const read = (headers?: Record<string, string>) => readPage('/blog/rss.xml', headers)

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

test('an item has URL, date, author, tags and excerpt', async () => {
  await storePost({
    title: 'A < B & C\u0008',
    slug: 'über',
    excerpt: 'In <short>.',
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
<description>In &amp;lt;short&amp;gt;.</description>
</item>`)
})

test('a conditional request gets 304', async () => {
  const { headers } = await read()
  expect(headers.get('Cache-Control')).toBe('public, max-age=60')
  const conditional = { 'If-None-Match': headers.get('ETag') ?? '' }
  expect((await read(conditional)).status).toBe(304)
  await storePost()
  expect((await read(conditional)).status).toBe(200)
})

test('the feed is valid RSS 2.0 for any post', async () => {
  await storePost({
    title: ']]> & </title><script>',
    slug: 'é',
    excerpt: '\u0001"\'<b>&amp;',
    tags: ['<', ']]>'],
  })
  const { document } = new JSDOM((await read()).text, { contentType: 'text/xml' }).window
  const words = (selector: string) => document.querySelector(selector)?.textContent
  expect(document.documentElement.getAttribute('version')).toBe('2.0')
  for (const name of ['title', 'link', 'description']) expect(words(`channel > ${name}`)).toBeTruthy()
  expect(words('item > title')).toBe(']]> & </title><script>')
  expect(words('item > description')).toBe('"\'&lt;b&gt;&amp;amp;')
  expect(words('item > link')).toBe(words('item > guid'))
  expect(new Date(words('item > pubDate') ?? '').getTime()).toBeGreaterThan(0)
})

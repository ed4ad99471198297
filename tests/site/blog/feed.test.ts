import { JSDOM } from 'jsdom'
import { beforeEach, expect, test } from 'vitest'
import { readPage, removePosts, storePost, storePosts } from '../../support/posts'

const read = (headers?: Record<string, string>) => readPage('/blog/rss.xml', headers)

beforeEach(removePosts)

test('the feed has the newest 20 posts, the newest first, also for a request with an old ETag', async () => {
  const conditional = { 'If-None-Match': (await read()).headers.get('ETag') ?? '' }
  await storePosts(Array.from({ length: 21 }, (_, n) => ({ title: `Number ${n + 1}` })))
  await storePost({ title: 'Draft', published: false })
  const { status, headers, text } = await read(conditional)
  expect(status).toBe(200)
  expect(headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8')
  expect(headers.get('Cache-Control')).toBe('public, max-age=60')
  const titles = [...text.matchAll(/<item>\n<title>(.*?)<\/title>/g)].map(([, title]) => title)
  expect(titles).toEqual(Array.from({ length: 20 }, (_, n) => `Number ${21 - n}`))
})

test('the feed is valid RSS 2.0 for any post, with its URL, date, author, tags and excerpt', async () => {
  await storePost({
    title: ']]> & </title><script>\u0008',
    slug: 'über',
    excerpt: '\u0001"\'<b>&amp;',
    author: 'Ada',
    tags: ['a&b', ']]>'],
    publishedAt: new Date('2026-11-03T08:30:00Z'),
  })
  const { document } = new JSDOM((await read()).text, { contentType: 'text/xml' }).window
  expect(document.documentElement.getAttribute('version')).toBe('2.0')
  for (const name of ['title', 'link', 'description']) {
    expect(document.querySelector(`channel > ${name}`)?.textContent).toBeTruthy()
  }
  const item = [...(document.querySelector('item')?.children ?? [])]
  expect(item.map(({ nodeName, textContent }) => `${nodeName}: ${textContent}`)).toEqual([
    'title: ]]> & </title><script>',
    'link: http://localhost:3000/blog/%C3%BCber',
    'guid: http://localhost:3000/blog/%C3%BCber',
    'pubDate: Tue, 03 Nov 2026 08:30:00 GMT',
    'dc:creator: Ada',
    'category: a&b',
    'category: ]]>',
    'description: "\'&lt;b&gt;&amp;amp;',
  ])
})

import { readFileSync, statSync } from 'node:fs'
import { JSDOM } from 'jsdom'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { seedPosts } from '~/site/blog/demo-posts.server'
import { pictureText, shareablePicture } from '~/site/blog/pictures'
import { readDemoPosts } from '~drizzle/demo/posts'
import { posts } from '~drizzle/schema'
import { createClient } from '../../support/client'
import { removePosts } from '../../support/posts'

const demoPosts = readDemoPosts()
const publishedPosts = demoPosts.filter(({ published }) => published)
const pictures = demoPosts.map(({ featuredImage }) => featuredImage).filter(Boolean)
const pages = ['/', '/register', '/privacy-policy', ...publishedPosts.map(({ slug }) => `/blog/${slug}`)]
const allowedTags = ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'blockquote', 'strong', 'em', 'a']

test('a new blog has the demo posts with their dates, and seeding again changes nothing', async () => {
  await removePosts()
  await seedPosts(new Date('2026-11-20T15:00:00Z'))
  await seedPosts(new Date())
  const stored = await db.select().from(posts)
  expect(stored).toHaveLength(demoPosts.length)
  for (const { slug, days, published } of demoPosts) {
    const post = stored.find((post) => post.slug === slug)
    const day = new Date(Date.UTC(2026, 10, 20 - days, 8, 30))
    expect([post?.createdAt, post?.publishedAt]).toEqual([day, published ? day : null])
    expect(post?.readTime).toBeGreaterThan(2)
  }
  const { body } = await createClient().get('/api/v1/blog?limit=100')
  expect(body).toMatchObject({ totalPosts: publishedPosts.length, numOfPages: 1 })
})

test('there are fourteen published posts, one of them featured, and two drafts', () => {
  expect([publishedPosts.length, demoPosts.length]).toEqual([14, 16])
  expect(demoPosts.filter(({ featured }) => featured)).toMatchObject([{ published: true }])
})

test('slugs, titles, days and pictures are unique', () => {
  for (const key of ['slug', 'title', 'days'] as const) {
    expect(new Set(demoPosts.map((post) => post[key])).size).toBe(demoPosts.length)
  }
  expect(pictures).toHaveLength(publishedPosts.length)
  expect(new Set(pictures).size).toBe(pictures.length)
})

test('each tag, also those of the footer, has at least three published posts', () => {
  const tags = publishedPosts.flatMap((post) => post.tags)
  for (const tag of ['networking', 'relationships', 'productivity']) expect(tags).toContain(tag)
  for (const tag of new Set(demoPosts.flatMap((post) => post.tags))) {
    expect(tags.filter((other) => other === tag).length).toBeGreaterThanOrEqual(3)
  }
})

describe.each(demoPosts)('$slug', ({ slug, content, ...post }) => {
  test('has a slug, an author, an excerpt and a description within their limits', () => {
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(post.author).toMatch(/^The Budkeeper /)
    expect(post.title).not.toBe('')
    expect(post.excerpt.length).toBeGreaterThan(40)
    expect(post.metaDescription.length).toBeGreaterThan(60)
    expect(post.metaDescription.length).toBeLessThanOrEqual(160)
    expect(post.featuredImage).toMatch(/^(\/blog-pictures\/[\w.-]+)?$/)
    expect(Number.isInteger(post.days) && post.days > 0).toBe(true)
    expect(new Set(post.tags).size).toBe(post.tags.length)
  })

  test('is well-formed HTML of 500 to 1,100 words, with allowed tags, ordered headings and valid links', () => {
    const { body } = new JSDOM(content).window.document
    expect(body.innerHTML).toBe(content)
    // A strict parser finds missing end tags, which browsers ignore.
    const xml = `<body xmlns="http://www.w3.org/1999/xhtml">${content}</body>`
    expect(() => new JSDOM(xml, { contentType: 'application/xhtml+xml' })).not.toThrow()
    const words = body.textContent?.trim().split(/\s+/).length
    expect(words).toBeGreaterThanOrEqual(500)
    expect(words).toBeLessThanOrEqual(1_100)
    expect(body.querySelector('h2, h3')?.localName).toBe('h2')
    for (const element of body.querySelectorAll('*')) {
      expect(allowedTags).toContain(element.localName)
      expect(element.getAttributeNames()).toEqual(element.localName === 'a' ? ['href'] : [])
      expect(element.textContent?.trim()).not.toBe('')
    }
    for (const link of body.querySelectorAll('a')) {
      const href = link.getAttribute('href') ?? ''
      if (!href.startsWith('https://')) expect(pages).toContain(href)
      expect(href).not.toBe(`/blog/${slug}`)
    }
  })
})

test.each(pictures)('%s is a small SVG with width, height, alternative text and PNG copy', async (path) => {
  expect(statSync(`public${path}`).size).toBeLessThan(4_000)
  const size = 'width="1200" height="630" viewBox="0 0 1200 630"'
  expect(readFileSync(`public${path}`, 'utf8')).toContain(size)
  expect(pictureText(path).length).toBeGreaterThan(10)
  const shared = await sharp(`public${shareablePicture(path)}`).metadata()
  expect(shared).toMatchObject({ format: 'png', width: 1200, height: 630 })
})

import { existsSync, readFileSync, statSync } from 'node:fs'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { seedPosts } from '~/blog/demo-posts.server'
import { pictureText, shareablePicture } from '~/blog/pictures'
import { db } from '~/db/db.server'
import { demoPosts } from '~drizzle/demo/posts'
import { posts } from '~drizzle/schema'
import { createClient } from '../support/client'
import { removePosts } from '../support/posts'

const now = new Date('2026-11-20T15:00:00Z')
const pictures = demoPosts.map(({ featuredImage }) => featuredImage).filter(Boolean)

beforeAll(async () => {
  await removePosts()
  await seedPosts(now)
})

test('a new blog has the demo posts with their dates', async () => {
  const stored = await db.select().from(posts)
  expect(stored).toHaveLength(demoPosts.length)
  for (const { slug, days, published } of demoPosts) {
    const post = stored.find((post) => post.slug === slug)
    const day = new Date(Date.UTC(2026, 10, 20 - days, 8, 30))
    expect(post?.createdAt).toEqual(day)
    expect(post?.publishedAt).toEqual(published ? day : null)
    expect(post?.readTime).toBeGreaterThan(2)
  }
})

test('seeding again changes nothing', async () => {
  await seedPosts(new Date())
  expect(await db.$count(posts)).toBe(demoPosts.length)
})

test('every published demo post is found, and no draft', async () => {
  const { body } = await createClient().get('/api/v1/blog?limit=100')
  expect(body.totalPosts).toBe(demoPosts.filter(({ published }) => published).length)
  expect(body.numOfPages).toBe(1)
})

test('no two published posts have the same picture', () => {
  expect(pictures).toHaveLength(demoPosts.filter(({ published }) => published).length)
  expect(new Set(pictures).size).toBe(pictures.length)
})

describe.each(pictures)('%s', (path) => {
  test('is a small drawing with the declared size and an alternative text', () => {
    expect(statSync(`public${path}`).size).toBeLessThan(4_000)
    expect(readFileSync(`public${path}`, 'utf8')).toContain(
      'width="1200" height="630" viewBox="0 0 1200 630"',
    )
    expect(pictureText(path).length).toBeGreaterThan(10)
  })

  test('has a picture for social networks', async () => {
    const file = `public${shareablePicture(path)}`
    expect(existsSync(file)).toBe(true)
    expect(await sharp(file).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  })
})

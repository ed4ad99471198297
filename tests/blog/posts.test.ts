import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/db/db.server'
import { posts } from '~drizzle/schema'
import { createPost, signedIn } from '../support/factories'

type Client = Awaited<ReturnType<typeof signedIn>>

const api = '/api/v1/blog/admin'
const requiredFields = {
  title: 'Ten minutes a week',
  excerpt: 'A small routine.',
  content: '<p>Call two people.</p>',
  author: 'Ada Lovelace',
}
const everyField = [
  '_id',
  'title',
  'excerpt',
  'content',
  'author',
  'tags',
  'featured',
  'published',
  'metaDescription',
  'featuredImage',
  'slug',
  'readTime',
  'createdAt',
  'publishedAt',
]

let admin: Client

beforeEach(async () => {
  await db.delete(posts)
  admin = await signedIn({ traits: ['admin'] })
})

const count = () => db.$count(posts)
const create = async (fields: object = {}) =>
  (await admin.post(api, { ...requiredFields, ...fields })).body.post

describe('a post', () => {
  test('has exactly the fields of the specification', async () => {
    const post = await create({
      tags: ['networking'],
      featured: true,
      published: true,
      metaDescription: 'What helps.',
      featuredImage: '/blog-pictures/a.avif',
    })
    expect(Object.keys(post).toSorted()).toEqual(everyField.toSorted())
    expect(post).toMatchObject({ ...requiredFields, tags: ['networking'], featured: true, published: true })
    expect((await admin.get(`${api}/${post._id}`)).body).toEqual({ post })
  })

  test('requires only title, excerpt, content and author', async () => {
    const response = await admin.post(api, requiredFields)
    expect(response).toMatchObject({ status: 201, body: { msg: 'Blog post created successfully' } })
    expect(response.body.post).toMatchObject({
      ...requiredFields,
      tags: [],
      featured: false,
      published: false,
      metaDescription: '',
      featuredImage: '',
      readTime: 1,
      publishedAt: null,
    })
  })

  test.each([
    ['title', 'Title'],
    ['excerpt', 'Excerpt'],
    ['content', 'Content'],
    ['author', 'Author'],
  ])('requires %s', async (field, label) => {
    const msg = `${label} is required`
    for (const value of ['', ' \n', null, undefined]) {
      expect(await admin.post(api, { ...requiredFields, [field]: value })).toMatchObject({
        status: 400,
        body: { msg, errors: { [field]: [msg] } },
      })
    }
    expect(await count()).toBe(0)
  })

  test.each([
    ['title', 'Title', 200],
    ['excerpt', 'Excerpt', 500],
    ['content', 'Content', 200_000],
    ['author', 'Author', 100],
    ['metaDescription', 'Meta description', 160],
  ])('%s accepts at most %s of %d characters after trimming', async (field, label, limit) => {
    const send = (value: string) => admin.post(api, { ...requiredFields, [field]: value })
    const fits = await send(`  ${'é'.repeat(limit)}  `)
    expect(fits.status).toBe(201)
    expect(fits.body.post[field]).toBe('é'.repeat(limit))
    const msg = `${label} must be at most ${limit} characters`
    expect(await send('é'.repeat(limit + 1))).toMatchObject({
      status: 400,
      body: { msg, errors: { [field]: [msg] } },
    })
  })

  test('refuses text that the database cannot store, and values that are not text', async () => {
    const send = (field: string, value: unknown) => admin.post(api, { ...requiredFields, [field]: value })
    const texts = ['title', 'excerpt', 'content', 'author', 'metaDescription', 'featuredImage']
    const msg = expect.stringContaining('contains characters that are not allowed')
    for (const bad of ['\0', 'a\0b', '\ud800']) {
      for (const field of [...texts, 'tags']) {
        expect(await send(field, bad)).toMatchObject({ status: 400, body: { msg } })
      }
    }
    for (const value of [7, true, {}, ['a']]) {
      for (const field of texts) expect((await send(field, value)).status).toBe(400)
    }
  })
})

describe('tags', () => {
  test('come as a list, as JSON or with commas', async () => {
    for (const [tags, expected] of [
      ['networking, relationships', ['networking', 'relationships']],
      [' networking ,, , relationships ,', ['networking', 'relationships']],
      ['', []],
      [' , ', []],
      ['["networking", " relationships "]', ['networking', 'relationships']],
      [
        ['networking', 'relationships'],
        ['networking', 'relationships'],
      ],
      [
        ['a, b', '', ' c '],
        ['a', 'b', 'c'],
      ],
      [['a', 'a'], ['a']],
      [[], []],
      ['日本, Öl', ['日本', 'Öl']],
    ]) {
      expect((await create({ tags })).tags).toEqual(expected)
    }
    for (const tags of [7, null, {}, [7], [null], [['a']], '[broken', '[7]']) {
      expect(await admin.post(api, { ...requiredFields, tags })).toMatchObject({
        status: 400,
        body: { errors: {} },
      })
    }
  })

  test('are at most 20, each of at most 50 characters', async () => {
    const list = Array.from({ length: 20 }, (_, n) => `${n}`.padStart(50, 'x'))
    expect((await create({ tags: list })).tags).toEqual(list)
    expect(await admin.post(api, { ...requiredFields, tags: [...list, 'one more'] })).toMatchObject({
      status: 400,
      body: { errors: { tags: ['Maximum limit of 20 tags reached'] } },
    })
    expect(await admin.post(api, { ...requiredFields, tags: 'x'.repeat(51) })).toMatchObject({
      status: 400,
      body: { errors: { tags: ['A tag must be at most 50 characters'] } },
    })
  })

  test('of a form may repeat the same field name', async () => {
    const fields = [...Object.entries(requiredFields), ['tags', 'a, b'], ['tags', 'c']] as [string, string][]
    expect((await admin.submit(api, fields)).body.post.tags).toEqual(['a', 'b', 'c'])
  })
})

test('featured and published are true or false', async () => {
  for (const sent of [true, false, 'true', 'false']) {
    const expected = String(sent) === 'true'
    const post = await create({ featured: sent, published: sent })
    expect(post).toMatchObject({ featured: expected, published: expected })
  }
  for (const sent of [1, 0, null, '', 'on', 'TRUE', 'constructor', [], {}]) {
    for (const [field, label] of [
      ['featured', 'Featured'],
      ['published', 'Published'],
    ] as const) {
      const body = { msg: `${label} must be true or false` }
      expect(await admin.post(api, { ...requiredFields, [field]: sent })).toMatchObject({ status: 400, body })
    }
  }
})

test('the featured image has an https:// URL or a path of this site', async () => {
  for (const featuredImage of [
    '',
    'https://example.org/a.jpg',
    'https://example.org/a b.jpg?x=1#y',
    '/blog-pictures/a.avif',
    '/a/../b.png',
  ]) {
    expect((await create({ featuredImage })).featuredImage).toBe(featuredImage)
  }
  const msg = 'Featured image must be an address that begins with https:// or a path of this site'
  for (const featuredImage of [
    'http://example.org/a.jpg',
    '//example.org/a.jpg',
    '/\\example.org/a.jpg',
    '\\\\example.org/a.jpg',
    '/\t/example.org/a.jpg',
    'a.jpg',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'blob:https://example.org/1',
    'https:',
    'https://',
    'https:/example.org',
    'HTTPS',
    'ftp://example.org/a.jpg',
  ]) {
    expect(await admin.post(api, { ...requiredFields, featuredImage }), featuredImage).toMatchObject({
      status: 400,
      body: { msg, errors: { featuredImage: [msg] } },
    })
  }
})

describe('the slug', () => {
  test('consists of the words of the title', async () => {
    for (const [title, slug] of [
      ['Ten minutes a week', 'ten-minutes-a-week'],
      ['  What?! No -- really... ', 'what-no-really'],
      ["Don't panic, it’s fine", 'dont-panic-its-fine'],
      ['Café Zoë & Çelik – Ångström', 'cafe-zoe-celik-angstrom'],
      ['Grüße aus Köln', 'gruße-aus-koln'],
      ['日本語のタイトル', '日本語のタイトル'],
      ['가나다 라마', '가나다-라마'],
      ['हिन्दी में लेख', 'हिन्दी-में-लेख'],
      ['Привет, мир', 'привет-мир'],
      ['مرحبا بالعالم', 'مرحبا-بالعالم'],
      ['100 % of 7½', '100-of-71-2'],
      ['🌱🌿', 'post'],
      ['???', 'post'],
      ['ﬁne', 'fine'],
      ['<b>Bold</b>', 'b-bold-b'],
      ['Tags', 'tags-2'],
      ['ADMIN', 'admin-2'],
    ] as const) {
      expect((await create({ title })).slug).toBe(slug)
      await db.delete(posts)
    }
  })

  test('has at most 80 characters, and does not end within a character or with a hyphen', async () => {
    expect((await create({ title: `${'a'.repeat(79)} b` })).slug).toBe('a'.repeat(79))
    expect((await create({ title: '𝒳x'.repeat(60) })).slug).toHaveLength(80)
    expect((await create({ title: '𠮷'.repeat(100) })).slug.isWellFormed()).toBe(true)
  })

  test('is numbered when another post has it', async () => {
    expect((await create()).slug).toBe('ten-minutes-a-week')
    expect((await create()).slug).toBe('ten-minutes-a-week-2')
    expect((await create({ title: 'Ten Minutes, a week!' })).slug).toBe('ten-minutes-a-week-3')
    expect((await create({ title: 'Ten minutes' })).slug).toBe('ten-minutes')
  })

  test('of posts created at once is unique', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => create()))
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(12)
  })

  test('does not change with the title, and cannot be set', async () => {
    const post = await create({ slug: 'mine' })
    expect(post.slug).toBe('ten-minutes-a-week')
    const change = { title: 'Eleven minutes', slug: 'mine' }
    expect((await admin.patch(`${api}/${post._id}`, change)).body.post).toMatchObject({
      title: 'Eleven minutes',
      slug: 'ten-minutes-a-week',
    })
  })
})

describe('the time to read', () => {
  test('is a minute for each 200 words', async () => {
    for (const [words, minutes] of [
      [1, 1],
      [200, 1],
      [201, 2],
      [400, 2],
      [1_001, 6],
    ] as const) {
      expect((await create({ content: `<p>${'word '.repeat(words)}</p>` })).readTime).toBe(minutes)
    }
  })

  test('ignores markup, and is updated with the content', async () => {
    const { _id } = await create({ content: '<p lang="en" title="a b c">w</p>'.repeat(150) })
    const patch = async (change: object) => (await admin.patch(`${api}/${_id}`, change)).body.post.readTime
    expect(await patch({ title: 'Another' })).toBe(1)
    expect(await patch({ content: `<p>${'word '.repeat(500)}</p>` })).toBe(3)
    expect(await patch({ title: 'A third' })).toBe(3)
  })
})

describe('publishing', () => {
  const patch = async (id: string, change: object) => (await admin.patch(`${api}/${id}`, change)).body

  test("responds 'Post published successfully' or 'Post unpublished successfully'", async () => {
    const { _id } = await create()
    expect((await patch(_id, { published: true })).msg).toBe('Post published successfully')
    expect((await patch(_id, { published: false })).msg).toBe('Post unpublished successfully')
    expect((await patch(_id, { published: true, title: 'x' })).msg).toBe('Blog post updated successfully')
    expect((await patch(_id, {})).msg).toBe('Blog post updated successfully')
  })

  test('sets publishedAt only the first time', async () => {
    const { _id, publishedAt } = await create()
    expect(publishedAt).toBeNull()
    const first = (await patch(_id, { published: true })).post.publishedAt
    expect(Math.abs(Date.parse(first) - Date.now())).toBeLessThan(60_000)
    await db.update(posts).set({ publishedAt: sql`published_at - interval '3 days'` })
    const then = (await admin.get(`${api}/${_id}`)).body.post.publishedAt
    expect(then).not.toBe(first)
    expect((await patch(_id, { published: false })).post).toMatchObject({
      published: false,
      publishedAt: then,
    })
    expect((await patch(_id, { published: true })).post).toMatchObject({ published: true, publishedAt: then })
    expect((await patch(_id, { ...requiredFields, published: true })).post.publishedAt).toBe(then)
  })

  test('a new post sets publishedAt at once', async () => {
    const { publishedAt } = await create({ published: true })
    expect(Math.abs(Date.parse(publishedAt) - Date.now())).toBeLessThan(60_000)
  })
})

describe('PATCH', () => {
  const full = {
    ...requiredFields,
    tags: ['networking'],
    featured: true,
    published: true,
    metaDescription: 'What helps.',
    featuredImage: '/a.png',
  }

  test('keeps the other fields', async () => {
    let expected = await create(full)
    const path = `${api}/${expected._id}`
    for (const change of [
      { title: 'Another' },
      { content: '<p>Other.</p>' },
      { tags: [] },
      { featured: false },
      { metaDescription: '' },
      { featuredImage: '' },
      {},
    ]) {
      expected = { ...expected, ...change }
      const response = await admin.patch(path, change)
      expect(response).toMatchObject({ status: 200, body: { msg: 'Blog post updated successfully' } })
      expect(response.body.post).toEqual(expected)
      expect((await admin.get(path)).body.post).toEqual(expected)
    }
    for (const change of [
      { title: '' },
      { title: null },
      { published: 'maybe' },
      { tags: 7 },
      { featuredImage: 'x' },
    ]) {
      expect((await admin.patch(path, { author: 'Grace', ...change })).status).toBe(400)
    }
    expect((await admin.get(path)).body.post).toEqual(expected)
  })

  test('cannot change _id, createdAt, readTime and publishedAt', async () => {
    const post = await create(full)
    const change = { _id: uuid(), createdAt: '2000-01-01', readTime: 99, publishedAt: '2000-01-01' }
    expect((await admin.patch(`${api}/${post._id}`, change)).body.post).toEqual(post)
  })

  test('accepts a URL-encoded form', async () => {
    const { _id } = await create()
    const body = new URLSearchParams({ published: 'true' })
    const response = await admin.send('PATCH', `${api}/${_id}`, { body })
    expect(response).toMatchObject({ status: 200, body: { msg: 'Post published successfully' } })
  })
})

describe('DELETE', () => {
  test('deletes the post', async () => {
    const { _id } = await create()
    expect(await admin.delete(`${api}/${_id}`)).toMatchObject({
      status: 200,
      body: { msg: 'Blog post deleted successfully' },
    })
    expect(await count()).toBe(0)
    expect(await admin.delete(`${api}/${_id}`)).toMatchObject({
      status: 404,
      body: { msg: 'Blog post not found' },
    })
  })
})

describe('two concurrent changes', () => {
  test('the second one gets 412 with the stored values and stores nothing', async () => {
    const { _id } = await create()
    const path = `${api}/${_id}`
    const ETag = (await admin.get(path)).headers.get('ETag') ?? ''
    const send = (method: string, change: object | undefined, tag: string) =>
      admin.send(method, path, {
        headers: { 'Content-Type': 'application/json', 'If-Match': tag },
        body: change && JSON.stringify(change),
      })
    const first = await send('PATCH', { title: 'First' }, ETag)
    expect(first.status).toBe(200)
    expect(await send('PATCH', { title: 'Second' }, ETag)).toMatchObject({
      status: 412,
      body: {
        msg: 'This post has changed since you opened it',
        errors: { title: ['Saved now: First'] },
      },
    })
    expect((await send('DELETE', undefined, ETag)).status).toBe(412)
    expect((await send('PATCH', { title: 'First' }, ETag)).status).toBe(200)
    expect((await send('DELETE', undefined, first.headers.get('ETag') ?? '')).status).toBe(200)
  })

  test('report the stored content shortened to 200 characters', async () => {
    const { _id } = await create({ content: 'x'.repeat(5_000) })
    const response = await admin.send('PATCH', `${api}/${_id}`, {
      headers: { 'Content-Type': 'application/json', 'If-Match': '"old"' },
      body: JSON.stringify({ content: 'y' }),
    })
    expect(response.body.errors).toEqual({ content: [`Saved now: ${'x'.repeat(200)}...`] })
  })
})

describe('an id', () => {
  test('that is missing or malformed gets 404', async () => {
    for (const id of ['00000000-0000-0000-0000-000000000000', '1', 'undefined', "'--", '%F0%9F%98%80']) {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const body = method === 'PATCH' ? new URLSearchParams({ published: 'true' }) : undefined
        expect(await admin.send(method, `${api}/${id}`, { body })).toMatchObject({
          status: 404,
          body: { msg: 'Blog post not found' },
        })
      }
    }
  })

  test('ignores the letter case', async () => {
    const { _id } = await create()
    expect((await admin.get(`${api}/${_id.toUpperCase()}`)).body.post._id).toBe(_id)
    expect((await admin.patch(`${api}/${_id.toUpperCase()}`, { title: 'x' })).body.post._id).toBe(_id)
  })
})

describe('the list of all posts', () => {
  const days = (n: number) => uuid({ msecs: Date.now() - n * 86_400_000 })

  test('includes drafts, the newest first, without the content', async () => {
    await createPost({ title: 'Old', published: true, _id: days(2) })
    await createPost({ title: 'New', _id: days(1) })
    const { body } = await admin.get(`${api}/all`)
    expect(body).toMatchObject({ totalPosts: 2, numOfPages: 1, currentPage: 1 })
    expect(body.posts.map(({ title }: { title: string }) => title)).toEqual(['New', 'Old'])
    expect(Object.keys(body.posts[0]).toSorted()).toEqual(
      everyField.filter((field) => !['content', 'metaDescription'].includes(field)).toSorted(),
    )
  })

  test('of 10,000 posts has pages of at most 100, each post once', { timeout: 60_000 }, async () => {
    for (let thousand = 0; thousand < 10; thousand++)
      await db.execute(sql`
        insert into posts (id, slug, title, excerpt, content, author)
        select gen_random_uuid(), 'post-' || n, 'Post ' || n, repeat('excerpt ', 40), repeat('word ', 400), 'Ada'
        from generate_series(${thousand * 1_000 + 1}::int, ${thousand * 1_000 + 1_000}::int) n`)
    const first = await admin.get(`${api}/all`)
    expect(first.body).toMatchObject({ totalPosts: 10_000, numOfPages: 100, currentPage: 1 })
    expect(first.body.posts).toHaveLength(100)
    const last = await admin.get(`${api}/all?page=100`)
    expect(last.body.posts).toHaveLength(100)
    expect((await admin.get(`${api}/all?page=101`)).body).toMatchObject({ posts: [], totalPosts: 10_000 })
    const seen = new Set<string>()
    for (const page of [499, 500]) {
      const { body } = await admin.get(`${api}/all?page=${page}&limit=20`)
      for (const { _id } of body.posts) seen.add(_id)
    }
    expect(seen.size).toBe(40)
    const screen = await admin.visit('/dashboard/blog?page=250')
    expect(screen.status).toBe(200)
    expect(screen.text.match(/<tr>/g)).toHaveLength(21)
    expect((await admin.post(api, { ...requiredFields, title: 'Post' })).body.post.slug).toBe('post')
  })

  test('has no page below 1, and a limit from 1 to 100', async () => {
    for (const query of ['page=0', 'page=x', 'limit=0', 'limit=101', 'limit=1.5', 'page=-1']) {
      expect((await admin.get(`${api}/all?${query}`)).status, query).toBe(400)
    }
  })
})

describe('submitting a create form twice', () => {
  test('creates one post', async () => {
    const form = { ...requiredFields, _id: uuid() }
    for (let n = 0; n < 2; n++) {
      const response = await admin.submit('/dashboard/blog/new', form)
      expect(response).toHaveRedirect('/dashboard/blog')
      expect(response).toSendToast('Blog post created successfully')
    }
    expect(await db.select({ slug: posts.slug }).from(posts).where(eq(posts._id, form._id))).toEqual([
      { slug: 'ten-minutes-a-week' },
    ])
    expect(await count()).toBe(1)
  })
})

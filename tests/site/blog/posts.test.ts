import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { posts } from '~drizzle/schema'
import { signedIn } from '../../support/factories'

const api = '/api/v1/blog/admin'
const requiredFields = {
  title: 'Ten minutes a week',
  excerpt: 'A small routine.',
  content: '<p>Call two people.</p>',
  author: 'Ada Lovelace',
}
const labels = { title: 'Title', excerpt: 'Excerpt', content: 'Content', author: 'Author' }

let admin: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  await db.delete(posts)
  admin = await signedIn({ traits: ['admin'] })
})

const count = () => db.$count(posts)
const send = (fields: object) => admin.post(api, { ...requiredFields, ...fields })
const create = async (fields: object = {}) => (await send(fields)).body.post
const refusal = (field: string, msg: string) => ({ status: 400, body: { msg, errors: { [field]: [msg] } } })

describe('a post', () => {
  test('requires title, excerpt, content and author', async () => {
    for (const [field, label] of Object.entries(labels)) {
      for (const value of ['', ' \n', null, undefined]) {
        expect(await send({ [field]: value })).toMatchObject(refusal(field, `${label} is required`))
      }
    }
    expect(await count()).toBe(0)
    const response = await send({})
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
    ['title', 'Title', 200],
    ['excerpt', 'Excerpt', 500],
    ['content', 'Content', 200_000],
    ['author', 'Author', 100],
    ['metaDescription', 'Meta description', 160],
  ])('%s (%s) has at most %d characters after trimming', async (field, label, limit) => {
    const fits = await send({ [field]: `  ${'é'.repeat(limit)}  ` })
    expect(fits.status).toBe(201)
    expect(fits.body.post[field]).toBe('é'.repeat(limit))
    const msg = `${label} must be at most ${limit} characters`
    expect(await send({ [field]: 'é'.repeat(limit + 1) })).toMatchObject(refusal(field, msg))
  })

  test('refuses text that the database cannot store, and values that are not text', async () => {
    const texts = [...Object.keys(labels), 'metaDescription', 'featuredImage']
    const msg = expect.stringContaining('contains characters that are not allowed')
    for (const bad of ['\0', 'a\0b', '\ud800']) {
      for (const field of [...texts, 'tags']) {
        expect(await send({ [field]: bad })).toMatchObject({ status: 400, body: { msg } })
      }
    }
    for (const value of [7, true, {}, ['a']]) {
      for (const field of texts) expect((await send({ [field]: value })).status).toBe(400)
    }
  })
})

describe('tags', () => {
  test('come as a list, as JSON, with commas or in several fields of a form', async () => {
    for (const [tags, expected] of [
      [' networking ,, , relationships ,', ['networking', 'relationships']],
      ['', []],
      [' , ', []],
      ['["networking", " relationships "]', ['networking', 'relationships']],
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
    const fields: [string, string][] = [...Object.entries(requiredFields), ['tags', 'a, b'], ['tags', 'c']]
    expect((await admin.submit(api, fields)).body.post.tags).toEqual(['a', 'b', 'c'])
    for (const tags of [7, null, {}, [7], [null], [['a']], '[broken', '[7]']) {
      expect(await send({ tags })).toMatchObject({ status: 400, body: { errors: {} } })
    }
  })

  test('are at most 20, each of at most 50 characters', async () => {
    const tags = Array.from({ length: 20 }, (_, n) => `${n}`.padStart(50, 'x'))
    expect((await create({ tags })).tags).toEqual(tags)
    const tooMany = refusal('tags', 'Maximum limit of 20 tags reached')
    expect(await send({ tags: [...tags, 'one more'] })).toMatchObject(tooMany)
    const tooLong = refusal('tags', 'A tag must be at most 50 characters')
    expect(await send({ tags: 'x'.repeat(51) })).toMatchObject(tooLong)
  })
})

test('featured and published are true or false', async () => {
  for (const sent of [true, false, 'true', 'false']) {
    const expected = String(sent) === 'true'
    const post = await create({ featured: sent, published: sent })
    expect(post).toMatchObject({ featured: expected, published: expected })
  }
  for (const sent of [1, 0, null, '', 'on', 'TRUE', 'constructor', [], {}]) {
    for (const [field, label] of Object.entries({ featured: 'Featured', published: 'Published' })) {
      const refused = refusal(field, `${label} must be true or false`)
      expect(await send({ [field]: sent })).toMatchObject(refused)
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
    'https:///x',
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
    expect(await send({ featuredImage }), featuredImage).toMatchObject(refusal('featuredImage', msg))
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
      ['???', 'post-2'],
      ['ﬁne', 'fine'],
      ['<b>Bold</b>', 'b-bold-b'],
      ['Tags', 'tags-2'],
      ['ADMIN', 'admin-2'],
    ] as const) {
      expect((await create({ title })).slug).toBe(slug)
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
    const { _id, slug } = await create({ slug: 'mine' })
    expect(slug).toBe('ten-minutes-a-week')
    const change = { title: 'Eleven minutes', slug: 'mine' }
    const { post } = (await admin.patch(`${api}/${_id}`, change)).body
    expect(post).toMatchObject({ title: 'Eleven minutes', slug })
  })
})

test('the time to read is a minute for each 200 words of the content, without its markup', async () => {
  const words = (n: number) => `<p>${'word '.repeat(n)}</p>`
  for (const [n, minutes] of Object.entries({ 1: 1, 200: 1, 201: 2, 400: 2, 1001: 6 })) {
    expect((await create({ content: words(Number(n)) })).readTime).toBe(minutes)
  }
  const { _id, readTime } = await create({ content: '<p lang="en" title="a b c">w</p>'.repeat(150) })
  expect(readTime).toBe(1)
  for (const change of [{ content: words(500) }, { title: 'Another' }]) {
    expect((await admin.patch(`${api}/${_id}`, change)).body.post.readTime).toBe(3)
  }
})

test('publishing has its own messages, and sets publishedAt only the first time', async () => {
  const { _id, publishedAt } = await create()
  expect(publishedAt).toBeNull()
  const patch = async (change: object) => (await admin.patch(`${api}/${_id}`, change)).body
  const { msg, post: first } = await patch({ published: true })
  expect(msg).toBe('Post published successfully')
  const made = await create({ published: true })
  for (const at of [first.publishedAt, made.publishedAt]) {
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000)
  }
  expect(await patch({ published: false })).toMatchObject({
    msg: 'Post unpublished successfully',
    post: { published: false, publishedAt: first.publishedAt },
  })
  expect(await patch({ published: true, title: 'x' })).toMatchObject({
    msg: 'Blog post updated successfully',
    post: { published: true, publishedAt: first.publishedAt },
  })
})

test('a change keeps the fields that it does not name, and those that cannot be set', async () => {
  let expected = await create({
    tags: ['networking'],
    featured: true,
    published: true,
    metaDescription: 'What helps.',
    featuredImage: '/a.png',
  })
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
  const fixed = { _id: uuid(), createdAt: '2000-01-01', readTime: 99, publishedAt: '2000-01-01' }
  expect((await admin.patch(path, fixed)).body.post).toEqual(expected)
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

describe('two concurrent changes', () => {
  test('the second one gets 412 with the stored values and stores nothing', async () => {
    const path = `${api}/${(await create())._id}`
    const headers = { 'If-Match': (await admin.get(path)).headers.get('ETag') ?? '' }
    const first = await admin.patch(path, { title: 'First' }, headers)
    expect(first.status).toBe(200)
    expect(await admin.patch(path, { title: 'Second' }, headers)).toMatchObject({
      status: 412,
      body: {
        msg: 'This post has changed since you opened it',
        errors: { title: ['Saved now: First'] },
      },
    })
    expect((await admin.delete(path, headers)).status).toBe(412)
    expect((await admin.patch(path, { title: 'First' }, headers)).status).toBe(200)
    const current = { 'If-Match': first.headers.get('ETag') ?? '' }
    expect(await admin.delete(path, current)).toMatchObject({
      status: 200,
      body: { msg: 'Blog post deleted successfully' },
    })
    expect(await count()).toBe(0)
  })

  test('report the stored content shortened to 200 characters', async () => {
    const { _id } = await create({ content: 'x'.repeat(5_000) })
    const response = await admin.patch(`${api}/${_id}`, { content: 'y' }, { 'If-Match': '"old"' })
    expect(response.body.errors).toEqual({ content: [`Saved now: ${'x'.repeat(200)}...`] })
  })
})

test('an unknown or malformed id gets 404, and the letter case of an id is ignored', async () => {
  for (const id of [
    uuid(),
    '00000000-0000-0000-0000-000000000000',
    '1',
    'undefined',
    "'--",
    '%F0%9F%98%80',
  ]) {
    const path = `${api}/${id}`
    for (const response of [
      await admin.get(path),
      await admin.patch(path, { published: true }),
      await admin.delete(path),
    ]) {
      expect(response).toMatchObject({ status: 404, body: { msg: 'Blog post not found' } })
    }
  }
  const { _id } = await create()
  expect((await admin.get(`${api}/${_id.toUpperCase()}`)).body.post._id).toBe(_id)
  expect((await admin.patch(`${api}/${_id.toUpperCase()}`, { title: 'x' })).body.post._id).toBe(_id)
})

test('the list has all posts, the newest first, in pages of 100 or of `limit` (1 to 100)', async () => {
  const made = Array.from({ length: 101 }, (_, n) => ({
    _id: uuid({ msecs: n }),
    slug: `${n}`,
    title: `${n}`,
  }))
  await db.insert(posts).values(made)
  const newestFirst = made.map(({ title }) => title).reverse()
  const read = async (query: string) => (await admin.get(`${api}/all${query}`)).body
  const titles = async (query: string) =>
    (await read(query)).posts.map((post: { title: string }) => post.title)
  expect(await read('')).toMatchObject({ totalPosts: 101, numOfPages: 2, currentPage: 1 })
  expect([...(await titles('')), ...(await titles('?page=2'))]).toEqual(newestFirst)
  expect(await titles('')).toHaveLength(100)
  expect(await titles('?limit=20&page=5')).toEqual(newestFirst.slice(80, 100))
  expect(await read('?page=3')).toMatchObject({ posts: [], totalPosts: 101 })
  for (const query of ['page=0', 'page=x', 'limit=0', 'limit=101', 'limit=1.5', 'page=-1']) {
    expect((await admin.get(`${api}/all?${query}`)).status, query).toBe(400)
  }
})

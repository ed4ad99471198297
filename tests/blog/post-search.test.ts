import { NoopLogger, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { blogSearch } from '~/blog/post-input.server'
import { findFeatured, findPublished, listPosts, listTags, publishedSlugs } from '~/blog/post-search.server'
import { db } from '~/db/db.server'
import { createClient } from '../support/client'
import { removePosts, storePost, storePosts } from '../support/posts'

type Listed = { title: string; slug: string }

const visitor = createClient()
const read = (query = '') => visitor.get(`/api/v1/blog${query}`)
const titles = async (query?: string) => (await read(query)).body.posts.map(({ title }: Listed) => title)
const numbered = (n: number) => Array.from({ length: n }, (_, i) => ({ title: `Number ${i + 1}` }))

beforeEach(removePosts)

describe('GET /blog', () => {
  test('lists published posts, the newest first', async () => {
    await storePosts([{ title: 'Old' }, { title: 'Draft', published: false }, { title: 'New' }])
    expect(await titles()).toEqual(['New', 'Old'])
  })

  test('returns the fields of a card, without the content', async () => {
    const { content: _, metaDescription: __, ...card } = await storePost({ tags: ['work'] })
    const { body } = await read()
    expect(body).toEqual({
      posts: [JSON.parse(JSON.stringify(card))],
      totalPosts: 1,
      numOfPages: 1,
      currentPage: 1,
    })
  })

  test('has pages of 9', async () => {
    await storePosts(numbered(11))
    const first = (await read()).body
    expect(first.posts).toHaveLength(9)
    expect(first).toMatchObject({ totalPosts: 11, numOfPages: 2, currentPage: 1 })
    expect(await titles('?page=2')).toEqual(['Number 2', 'Number 1'])
  })

  test('accepts a limit from 1 to 100', async () => {
    await storePosts(numbered(3))
    expect(await titles('?limit=2&page=2')).toEqual(['Number 1'])
    expect((await read('?limit=100')).body.posts).toHaveLength(3)
    for (const limit of ['0', '101', 'many', '']) expect((await read(`?limit=${limit}`)).status).toBe(400)
  })

  test('a page past the end is empty and has the totals', async () => {
    await storePosts(numbered(10))
    for (const page of ['3', '1000000000']) {
      const { body } = await read(`?page=${page}&limit=9`)
      expect(body).toEqual({ posts: [], totalPosts: 10, numOfPages: 2, currentPage: Number(page) })
    }
    expect((await read('?search=nowhere&page=3')).body).toMatchObject({ posts: [], totalPosts: 0 })
  })

  test.each(['page=0', 'page=-1', 'page=x', 'page=1e3', 'tag=%00', `search=${'a'.repeat(101)}`])(
    '?%s gets 400 with a message',
    async (query) => {
      const { status, body } = await read(`?${query}`)
      expect(status).toBe(400)
      expect(body.msg).toEqual(expect.any(String))
    },
  )

  test('no post is on two pages, also when many have the same time', async () => {
    const publishedAt = new Date()
    await storePosts(numbered(20).map((post) => ({ ...post, publishedAt })))
    const pages = [await titles('?page=1'), await titles('?page=2'), await titles('?page=3')]
    expect(new Set(pages.flat()).size).toBe(20)
  })
})

describe('tag', () => {
  test('returns the posts with exactly this tag', async () => {
    await storePosts([
      { title: 'Both', tags: ['work', 'family'] },
      { title: 'Similar', tags: ['homework', 'Work', 'work life'] },
      { title: 'Draft', tags: ['work'], published: false },
      { title: 'Work', tags: ['work'] },
    ])
    expect((await read('?tag=work')).body).toMatchObject({ totalPosts: 2, numOfPages: 1 })
    expect(await titles('?tag=work')).toEqual(['Work', 'Both'])
  })

  test("'all' and an empty tag return every post, an unknown tag none", async () => {
    await storePosts([{ tags: ['work'] }, {}])
    expect(await titles('?tag=all')).toHaveLength(2)
    expect(await titles('?tag=')).toHaveLength(2)
    expect((await read('?tag=unknown')).body).toMatchObject({ posts: [], totalPosts: 0, numOfPages: 0 })
  })

  test('has pages of its own', async () => {
    await storePosts(numbered(22).map((post, n) => ({ ...post, tags: n % 2 ? ['even'] : ['odd'] })))
    expect((await read('?tag=even&page=2')).body).toMatchObject({ totalPosts: 11, numOfPages: 2 })
    expect(await titles('?tag=even&page=2')).toEqual(['Number 4', 'Number 2'])
  })
})

describe('search', () => {
  const words = (html: string) => storePost({ title: 'Found', content: html })

  test.each(['tEa with', 'kindly on', 'Cake'])(
    "'%s' is found in title, excerpt or content",
    async (needle) => {
      await storePosts([
        { title: 'Tea with Mary' },
        { excerpt: 'How to say so kindly on time.' },
        { content: '<p>No cake today</p>' },
      ])
      expect(await titles(`?search=${needle}`)).toHaveLength(1)
    },
  )

  test('the content is searched as text, without its HTML tags', async () => {
    await words(
      '<h2>One</h2><p title="hidden">two, <strong>thr</strong>ee &amp; <a href="/secret">fo\nur</a>&lt;five</p>',
    )
    for (const found of ['three & fo ur<five', 'one two', 'R']) {
      expect(await titles(`?search=${encodeURIComponent(found)}`)).toEqual(['Found'])
    }
    for (const missing of ['strong', 'secret', 'hidden', 'amp;', 'onetwo']) {
      expect(await titles(`?search=${encodeURIComponent(missing)}`)).toEqual([])
    }
  })

  test.each([
    ['50%', '50% off', '500 off'],
    ['a_b', 'a_b', 'axb'],
    ['C:\\', 'C:\\temp', 'C: temp'],
    ["o'clock", "at six o'clock", 'at six oclock'],
    ['ÉMILE', 'émile', 'emile'],
  ])("'%s' is matched literally", async (needle, found, other) => {
    await storePosts([{ title: found }, { title: other }])
    expect(await titles(`?search=${encodeURIComponent(needle)}`)).toEqual([found])
  })

  test.each(['z', 'zu', 'zuc', 'zucc', 'ucchin', 'zucchini'])('%s is found at any length', async (needle) => {
    await storePosts([...numbered(40), { title: 'Zucchini' }, ...numbered(40)])
    expect(await titles(`?search=${needle}`)).toEqual(['Zucchini'])
  })

  test('a word of most posts finds all of them', async () => {
    await storePosts([{ title: 'Zero' }, ...numbered(40), { title: 'Zero' }])
    expect((await read('?search=number')).body).toMatchObject({ totalPosts: 40, numOfPages: 5 })
    expect(await titles('?search=NUMBER%20&page=5')).toEqual(['Number 4', 'Number 3', 'Number 2', 'Number 1'])
  })

  test('finds no draft, and can be combined with a tag', async () => {
    await storePosts([
      { title: 'Tea', tags: ['home'] },
      { title: 'Tea', tags: ['work'] },
      { title: 'Tea', tags: ['work'], published: false },
      { title: 'Coffee', tags: ['work'] },
    ])
    expect((await read('?search=tea')).body.totalPosts).toBe(2)
    expect((await read('?search=tea&tag=work')).body.totalPosts).toBe(1)
  })

  test('does not search tags, author or slug', async () => {
    await storePost({ tags: ['gardening'], author: 'Gertrude Jekyll', slug: 'munstead-wood' })
    for (const needle of ['gardening', 'jekyll', 'munstead'])
      expect(await titles(`?search=${needle}`)).toEqual([])
  })
})

describe('GET /blog/tags', () => {
  const tags = async () => (await visitor.get('/api/v1/blog/tags')).body.tags

  test('lists the tags of published posts, most used first', async () => {
    await storePosts([
      { tags: ['work', 'family'] },
      { tags: ['family'] },
      { tags: ['art', 'work', 'family'] },
      { tags: ['secret'], published: false },
    ])
    expect(await tags()).toEqual(['family', 'work', 'art'])
  })

  test('follows every change of a post', async () => {
    const { _id } = await storePost({ tags: ['work'], published: false })
    const change = (set: string) => db.execute(sql.raw(`update posts set ${set} where id = '${_id}'`))
    expect(await tags()).toEqual([])
    await change("published = true, tags = '{work,play}'")
    expect(await tags()).toEqual(['play', 'work'])
    await change("tags = '{rest}'")
    expect(await tags()).toEqual(['rest'])
    await change("title = 'Another'")
    expect(await tags()).toEqual(['rest'])
    await change('published = false')
    expect(await tags()).toEqual([])
    await change('published = true')
    await removePosts()
    expect(await tags()).toEqual([])
  })
})

describe('GET /blog/{slug}', () => {
  const find = (slug: string) => visitor.get(`/api/v1/blog/${slug}`)
  const related = async (slug: string) =>
    (await find(slug)).body.relatedPosts.map(({ title }: Listed) => title)

  test('returns the complete post, and related posts as cards', async () => {
    const { content: _, metaDescription: __, ...card } = await storePost()
    const post = await storePost({ slug: 'a-post', metaDescription: 'In short' })
    expect((await find('a-post')).body).toEqual(JSON.parse(JSON.stringify({ post, relatedPosts: [card] })))
  })

  test.each(['no-such', 'a-draft', '%00', '%ED%A0%80', "'"])(
    "%s gets 404 'Blog post not found'",
    async (slug) => {
      await storePost({ slug: 'a-draft', published: false })
      const { status, body } = await find(slug)
      expect(status).toBe(404)
      if (slug !== '%ED%A0%80') expect(body).toEqual({ msg: 'Blog post not found' })
    },
  )

  test('accepts any letter case and any script', async () => {
    await storePosts([{ slug: 'a-post' }, { slug: 'über-жизнь' }])
    expect((await find('A-POST')).status).toBe(200)
    expect((await find(encodeURIComponent('über-жизнь'))).body.post.slug).toBe('über-жизнь')
  })

  test('related are at most three: those with the most tags in common, then the newest', async () => {
    await storePosts([
      { title: 'Two in common', tags: ['work', 'family'] },
      { title: 'One in common', tags: ['work', 'art'] },
      { title: 'Draft', tags: ['work', 'family'], published: false },
      { slug: 'it', title: 'It', tags: ['work', 'family', 'writing'] },
      { title: 'Older' },
      { title: 'Newer', tags: ['art'] },
    ])
    expect(await related('it')).toEqual(['Two in common', 'One in common', 'Newer'])
  })

  test('related to a post without tags are the newest', async () => {
    await storePosts([...numbered(4), { slug: 'it' }])
    expect(await related('it')).toEqual(['Number 4', 'Number 3', 'Number 2'])
  })
})

describe('reads', () => {
  test.each(['/api/v1/blog', '/api/v1/blog/tags', '/api/v1/blog/a-post'])(
    '%s may be stored by shared caches, and responds 304 to its ETag',
    async (path) => {
      await storePost({ slug: 'a-post' })
      const { status, headers, cookies } = await visitor.get(path)
      expect(status).toBe(200)
      expect(headers.get('Cache-Control')).toBe('public, max-age=60')
      expect(cookies).toEqual([])
      const conditional = { 'If-None-Match': headers.get('ETag') ?? '' }
      expect((await visitor.send('GET', path, { headers: conditional })).status).toBe(304)
    },
  )

  test('errors are not cached', async () => {
    for (const path of ['/api/v1/blog/no-such', '/api/v1/blog?page=0']) {
      expect((await visitor.get(path)).headers.get('Cache-Control')).toBe('private, no-cache')
    }
  })
})

test('the slugs for the sitemap are those of published posts, the newest first', async () => {
  await storePosts([{ slug: 'old' }, { slug: 'draft', published: false }, { slug: 'new' }])
  expect((await publishedSlugs(2)).map(({ slug }) => slug)).toEqual(['new', 'old'])
})

describe('with 10,000 posts', () => {
  const list = (query: object) => () => listPosts(blogSearch.strict.parse(query))
  const reads: Record<string, () => Promise<unknown>> = {
    'the first page': list({}),
    'the ninth page': list({ page: '9' }),
    'a tag of many': list({ tag: 'common' }),
    'a tag of few': list({ tag: 'rare' }),
    'a word in all': list({ search: 'everywhere' }),
    'a word in one': list({ search: 'n7x' }),
    'a word in none': list({ search: 'zz' }),
    'the tags': listTags,
    'the featured post': findFeatured,
    'an article': () => findPublished('post-7'),
  }

  /** A thousand at a time, because the server cancels slow statements. */
  async function fill(from: number, to: number) {
    for (let first = from; first <= to; first += 1_000) await insert(first, Math.min(first + 999, to))
  }
  const insert = (from: number, to: number) =>
    db.execute(sql`
      insert into posts (id, slug, title, excerpt, content, author, tags, published, published_at)
      select gen_random_uuid(), 'post-' || n, 'Everywhere', 'n' || n || 'x', '<p>some words</p>', 'Ada',
        case when n % 1000 = 7 then '{common,rare}' when n % 2 = 0 then '{common}' else '{}' end::text[],
        true, timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(${from}::int, ${to}::int) n`)

  /** The blocks of tables and indexes that each query reads. */
  async function blocks() {
    await db.execute(sql`vacuum analyze posts`)
    const blocksRead: Record<string, number> = {}
    for (const [name, read] of Object.entries(reads)) {
      const statements = await statementsOf(read)
      expect(statements.length, name).toBeGreaterThan(0)
      let sum = 0
      for (const statement of statements) sum += await blocksOf(statement)
      blocksRead[name] = sum
    }
    return blocksRead
  }

  test('list, tags, search and article read few blocks more than with 100 posts', {
    timeout: 300_000,
  }, async () => {
    await fill(1, 100)
    const few = await blocks()
    await fill(101, 10_000)
    const many = await blocks()
    for (const name of Object.keys(reads)) {
      expect(few[name], name).toBeGreaterThan(0)
      // A page without tag and search counts all posts with an index.
      const counted = name.endsWith('page') ? 200 : 40
      expect(many[name], name).toBeLessThan(3 * (few[name] ?? 0) + counted)
    }
    // Reading every post would exceed the limit.
    expect(await blocksOf({ sql: 'select content from posts', params: [] })).toBeGreaterThan(150)
  })
})

type Statement = { sql: string; params: unknown[] }

/** The statements that `work` runs. */
async function statementsOf(work: () => Promise<unknown>) {
  const log = vi.spyOn(NoopLogger.prototype, 'logQuery')
  await work()
  const statements = log.mock.calls.map((call): Statement => {
    const [text, params] = call as unknown as [string, unknown[]]
    return { sql: text, params }
  })
  log.mockRestore()
  return statements
}

async function blocksOf({ sql: text, params }: Statement) {
  const parts = text
    .split(/\$(\d+)/)
    .map((part, n) => (n % 2 === 1 ? sql`${params[Number(part) - 1]}` : sql.raw(part)))
  const result = await db.execute(sql`explain (analyze, buffers, format json) ${sql.join(parts)}`)
  const [row] = (Array.isArray(result) ? result : (result as { rows: unknown }).rows) as Explained[]
  const plan = row?.['QUERY PLAN'][0]?.Plan
  return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
}

type Explained = { 'QUERY PLAN': { Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number> }[] }

import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { blogSearch } from '~/site/blog/post-input.server'
import { findFeatured, findPublished, listPosts, listTags } from '~/site/blog/post-search.server'
import { createClient } from '../../support/client'
import { isPostgres } from '../../support/database'
import { removePosts, storePost, storePosts } from '../../support/posts'
import { recordStatements, type Statement } from '../../support/statements'

type Listed = { title: string }

const visitor = createClient()
const read = (query = '') => visitor.get(`/api/v1/blog${query}`)
const titles = async (query?: string) => (await read(query)).body.posts.map(({ title }: Listed) => title)
const found = (search: string) => titles(`?search=${encodeURIComponent(search)}`)
const numbered = (n: number) => Array.from({ length: n }, (_, i) => ({ title: `Number ${i + 1}` }))

beforeEach(removePosts)

describe('GET /blog', () => {
  test('lists published posts, the newest first', async () => {
    await storePosts([{ title: 'Old' }, { title: 'Draft', published: false }, { title: 'New' }])
    expect(await titles()).toEqual(['New', 'Old'])
  })

  test('has pages of 9, or of `limit` (1 to 100); a page past the end is empty, with totals', async () => {
    await storePosts(numbered(11))
    expect((await read()).body).toMatchObject({ totalPosts: 11, numOfPages: 2, currentPage: 1 })
    expect(await titles()).toHaveLength(9)
    expect(await titles('?page=2')).toEqual(['Number 2', 'Number 1'])
    expect(await titles('?limit=5&page=3')).toEqual(['Number 1'])
    expect(await titles('?limit=100')).toHaveLength(11)
    for (const currentPage of [3, 1_000_000_000]) {
      const { body } = await read(`?page=${currentPage}`)
      expect(body).toEqual({ posts: [], totalPosts: 11, numOfPages: 2, currentPage })
    }
    expect((await read('?search=nowhere&page=3')).body).toMatchObject({ posts: [], totalPosts: 0 })
  })

  test('responds 400 with a message to an invalid query', async () => {
    const pages = ['page=0', 'page=-1', 'page=x', 'page=1e3']
    const limits = ['limit=0', 'limit=101', 'limit=many']
    for (const query of [...pages, ...limits, 'tag=%00', `search=${'a'.repeat(101)}`]) {
      const refused = { status: 400, body: { msg: expect.any(String) } }
      expect(await read(`?${query}`), query).toMatchObject(refused)
    }
  })

  test('no post is on two pages, even when many have the same time', async () => {
    const publishedAt = new Date()
    await storePosts(numbered(20).map((post) => ({ ...post, publishedAt })))
    const pages = [await titles('?page=1'), await titles('?page=2'), await titles('?page=3')]
    expect(new Set(pages.flat()).size).toBe(20)
  })

  test("filters by an exact tag before it counts pages; 'all' and an empty tag do not filter", async () => {
    await storePosts([
      { tags: ['homework', 'Work', 'work life'] },
      { tags: ['work'], published: false },
      ...numbered(11).map((post) => ({ ...post, tags: ['work', 'family'] })),
    ])
    expect((await read('?tag=work&page=2')).body).toMatchObject({ totalPosts: 11, numOfPages: 2 })
    expect(await titles('?tag=work&page=2')).toEqual(['Number 2', 'Number 1'])
    for (const tag of ['all', '']) expect((await read(`?tag=${tag}`)).body.totalPosts).toBe(12)
    expect((await read('?tag=unknown')).body).toMatchObject({ posts: [], totalPosts: 0, numOfPages: 0 })
  })
})

describe('search', () => {
  test('finds text in title, excerpt and content, but not in tags, author and slug', async () => {
    await storePosts([
      { title: 'Tea with Mary' },
      { excerpt: 'How to say so kindly on time.' },
      { content: '<p>No cake today</p>' },
      { tags: ['gardening'], author: 'Gertrude Jekyll', slug: 'munstead-wood' },
    ])
    for (const search of ['tEa with', 'kindly on', 'Cake']) expect(await found(search)).toHaveLength(1)
    for (const search of ['gardening', 'jekyll', 'munstead']) expect(await found(search)).toEqual([])
  })

  test('finds the text of the content, without its HTML tags', async () => {
    await storePost({
      title: 'Found',
      content:
        '<h2>One</h2><p title="hidden">two, <strong>thr</strong>ee &amp; <a href="/secret">fo\nur</a>&lt;five</p>',
    })
    for (const search of ['three & fo ur<five', 'one two', 'R'])
      expect(await found(search)).toEqual(['Found'])
    for (const search of ['strong', 'secret', 'hidden', 'amp;', 'onetwo']) {
      expect(await found(search)).toEqual([])
    }
  })

  test('is literal, and ignores letter case in any language', async () => {
    const cases = [
      ['50%', '50% off', '500 off'],
      ['a_b', 'a_b', 'axb'],
      ['C:\\', 'C:\\temp', 'C: temp'],
      ["o'clock", "at six o'clock", 'at six oclock'],
      ['ÉMILE', 'émile', 'emile'],
    ] as const
    await storePosts(cases.flatMap(([, title, other]) => [{ title }, { title: other }]))
    for (const [search, title] of cases) expect(await found(search)).toEqual([title])
  })

  test('finds a rare word by any part of it, and a frequent word in all posts that have it', async () => {
    await storePosts([...numbered(40), { title: 'Zucchini' }, ...numbered(40)])
    for (const search of ['z', 'zu', 'zuc', 'zucc', 'ucchin', 'zucchini']) {
      expect(await found(search)).toEqual(['Zucchini'])
    }
    expect((await read('?search=number')).body).toMatchObject({ totalPosts: 80, numOfPages: 9 })
    const last = Array.from({ length: 8 }, (_, n) => `Number ${8 - n}`)
    expect(await titles('?search=NUMBER%20&page=9')).toEqual(last)
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
})

test('GET /blog/tags lists the tags of published posts, most used first, after every change of a post', async () => {
  const tags = async () => (await visitor.get('/api/v1/blog/tags')).body.tags
  await storePosts([{ tags: ['work', 'family'] }, { tags: ['family'] }])
  const { _id } = await storePost({ tags: ['work'], published: false })
  const change = (set: string) => db.execute(sql.raw(`update posts set ${set} where id = '${_id}'`))
  expect(await tags()).toEqual(['family', 'work'])
  await change("published = true, tags = '{work,play}'")
  expect(await tags()).toEqual(['family', 'work', 'play'])
  await change("tags = '{work,rest}'")
  expect(await tags()).toEqual(['family', 'work', 'rest'])
  await change("title = 'Another'")
  expect(await tags()).toEqual(['family', 'work', 'rest'])
  await change('published = false')
  expect(await tags()).toEqual(['family', 'work'])
  await change('published = true')
  await db.execute(sql`delete from posts`)
  expect(await tags()).toEqual([])
})

describe('GET /blog/{slug}', () => {
  const find = (slug: string) => visitor.get(`/api/v1/blog/${slug}`)
  const related = async (slug: string) =>
    (await find(slug)).body.relatedPosts.map(({ title }: Listed) => title)

  test("responds 404 'Blog post not found' to the slug of a draft, and to an unknown or malformed one", async () => {
    await storePost({ slug: 'a-draft', published: false })
    for (const slug of ['no-such', 'a-draft', '%00', "'"]) {
      expect(await find(slug)).toMatchObject({ status: 404, body: { msg: 'Blog post not found' } })
    }
    expect((await find('%ED%A0%80')).status).toBe(404)
  })

  test('has at most three related posts: those with the most tags in common, then the newest', async () => {
    await storePosts([
      { title: 'Two in common', tags: ['work', 'family'] },
      { title: 'One in common', tags: ['work', 'art'] },
      { title: 'Draft', tags: ['work', 'family'], published: false },
      { slug: 'it', tags: ['work', 'family', 'writing'] },
      { slug: 'without-tags' },
      { title: 'Older' },
      { title: 'Newer', tags: ['art'] },
    ])
    expect(await related('it')).toEqual(['Two in common', 'One in common', 'Newer'])
    expect((await find('IT')).status).toBe(200)
    expect(await related('without-tags')).toEqual(['Newer', 'Older', expect.stringMatching(/^Post/)])
  })
})

test('public responses of the API have an ETag, and shared caches may store them, except errors', async () => {
  await storePost({ slug: 'a-post' })
  for (const path of ['/api/v1/blog', '/api/v1/blog/tags', '/api/v1/blog/a-post']) {
    const { status, headers, cookies } = await visitor.get(path)
    expect([status, headers.get('Cache-Control'), cookies]).toEqual([200, 'public, max-age=60', []])
    const conditional = { 'If-None-Match': headers.get('ETag') ?? '' }
    expect((await visitor.send('GET', path, { headers: conditional })).status).toBe(304)
  }
  for (const path of ['/api/v1/blog/no-such', '/api/v1/blog?page=0']) {
    expect((await visitor.get(path)).headers.get('Cache-Control')).toBe('private, no-cache')
  }
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

  const fill = (from: number, to: number) =>
    runUnlimited(`
      insert into posts (id, slug, title, excerpt, content, author, tags, published, published_at)
      select uuid_at(now()), 'post-' || n, 'Everywhere', 'n' || n || 'x', '<p>some words</p>', 'Ada',
        case when n % 1000 = 7 then '{common,rare}' when n % 2 = 0 then '{common}' else '{}' end::text[],
        true, timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(${from}, ${to}) n`)

  /** The blocks of tables and indexes that each query reads. */
  async function blocks() {
    await runUnlimited('vacuum analyze posts')
    const blocksRead: Record<string, number> = {}
    for (const [name, read] of Object.entries(reads)) {
      const { statements } = await recordStatements(read)
      expect(statements.length, name).toBeGreaterThan(0)
      let sum = 0
      for (const statement of statements) sum += await blocksOf(statement)
      blocksRead[name] = sum
    }
    return blocksRead
  }

  test('list, tags, search and article read only a few more blocks than with 100 posts', {
    timeout: 600_000,
  }, async () => {
    await fill(1, 100)
    const few = await blocks()
    await fill(101, 10_000)
    const many = await blocks()
    for (const name of Object.keys(reads)) {
      expect(few[name], name).toBeGreaterThan(0)
      // Without a tag and a search, a page uses an index to count all posts.
      const counted = name.endsWith('page') ? 250 : 40
      expect(many[name], name).toBeLessThan(3 * (few[name] ?? 0) + counted)
    }
    // Reading every post would exceed the limit of a query with a tag or a search.
    expect(await blocksOf({ sql: 'select content from posts', params: [] })).toBeGreaterThan(150)
  })
})

/** Runs a statement without the app's statement timeout. */
async function runUnlimited(statement: string) {
  if (!isPostgres) return db.execute(statement)
  const connection = postgres(process.env.DATABASE_URL ?? '', { max: 1 })
  await connection.unsafe(statement).finally(() => connection.end())
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

import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { afterAll, describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { posts } from '~drizzle/schema'
import { signedIn } from '../../support/factories'

/** Texts that the text format of arrays has to quote or escape. */
const unusual = [
  'C:\\temp',
  '\\',
  '\\\\server\\share',
  'say "hi"',
  '"',
  '{a}',
  '}',
  'a,b',
  ',',
  'NULL',
  'null',
  ' padded ',
  '\\"',
  "o'clock",
  'two\nlines',
  'tab\there',
  '😀',
  '[1:2]={a}',
]
const texts = fc.array(fc.string({ unit: fc.constantFrom('\\', '"', '{', '}', ',', ' ', 'N', 'é') }), {
  maxLength: 5,
})

const row = (tags: string[]) => ({
  _id: uuid(),
  title: 'Paths',
  excerpt: 'Paths',
  content: '<p>Paths</p>',
  author: 'Ada',
  slug: uuid(),
  tags,
})

afterAll(() => db.delete(posts))

describe('an array of texts is read as it was stored', () => {
  test('from a column', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.constant(unusual), texts), async (tags) => {
        const [stored] = await db.insert(posts).values(row(tags)).returning({ tags: posts.tags })
        expect(stored?.tags).toEqual(tags)
      }),
      { numRuns: 100 },
    )
  })

  test('from an expression', async () => {
    const list = sql.join(
      unusual.map((text) => sql`${text}`),
      sql`, `,
    )
    const [read] = await db.select({ texts: sql`array[${list}, null]::text[]` }).from(sql`(values (1)) one`)
    expect(read?.texts).toEqual([...unusual, null])
  })

  test.each([
    ["array['a', null, 'NULL']::varchar[]", ['a', null, 'NULL']],
    [
      "array[array['a', 'b\\c'], array['d', 'e']]::text[]",
      [
        ['a', 'b\\c'],
        ['d', 'e'],
      ],
    ],
    ["'{}'::text[]", []],
    ['array[1, null, -3]::int[]', [1, null, -3]],
    ['array[0.5, 2]::float8[]', [0.5, 2]],
    ['array[true, false]', [true, false]],
    ["array['0190a1b2-0000-7000-8000-000000000001']::uuid[]", ['0190a1b2-0000-7000-8000-000000000001']],
  ])('%s', async (expression, value) => {
    const [read] = await db.select({ value: sql.raw(expression) }).from(sql`(values (1)) one`)
    expect(read?.value).toEqual(value)
  })
})

test('tags with backslashes, quotes and braces come back equal, also after they are saved again', async () => {
  const admin = await signedIn({ traits: ['admin'] })
  const tags = unusual.filter((tag) => tag === tag.trim() && !/[,\n\t]/.test(tag))
  const fields = { title: 'Paths', excerpt: 'Paths', content: '<p>Paths</p>', author: 'Ada', tags }
  const { body } = await admin.post('/api/v1/blog/admin', fields)
  expect(body.post.tags).toEqual(tags)
  const path = `/api/v1/blog/admin/${body.post._id}`
  expect((await admin.get(path)).body.post.tags).toEqual(tags)
  const sent = (await admin.get(path)).body.post.tags
  expect((await admin.patch(path, { tags: sent })).body.post.tags).toEqual(tags)
})

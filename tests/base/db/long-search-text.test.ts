import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/base/db/db.server'

const characters = [
  'abc, XYZ',
  'éüİßẞ',
  'İ',
  '\uFB2C',
  'ﷺ',
  'ﷺa',
  '日本語',
  '가힣',
  'ﬀﬁ ,',
  '㌀㍿',
  '“”‘’—',
  ' \u3000',
]
const lengths = [0, 48, 49, 90, 91, 144, 145, 146, 533, 534, 800, 1000, 1001, 1600, 1601, 2400]

test.each([
  [1600, ''],
  [1000, ', 1000'],
])('a folded text has at most %d bytes, or is the long text of its row', async (most, limit) => {
  const texts = characters.flatMap((some) => lengths.map((length) => some.repeat(length).slice(0, length)))
  const rows = await db
    .select({
      length: sql<number>`octet_length(search_key(text))`,
      short: sql<number>`octet_length(short_key(search_key(text)${sql.raw(limit)}))`,
      long: sql<number>`coalesce(octet_length(long_search_key(text${sql.raw(limit)})), 0)`,
    })
    .from(sql`jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) text`)
  expect(rows).toHaveLength(texts.length)
  for (const { length, short, long } of rows)
    expect([short, long]).toEqual(length > most ? [0, length] : [length, 0])
})

test('tags are either short enough for an index or the long tags of their row', async () => {
  const lengths = [1, 33, 34, 35, 45, 68, 374, 375, 376, 500, 747, 748, 749, 750, 751, 900, 2400]
  const tags = characters.flatMap((some) => lengths.map((length) => some.repeat(length).slice(0, length)))
  const rows = await db
    .select({
      key: sql<number>`octet_length(tags_key(array[tag]))`,
      short: sql<number>`octet_length(nullif(short_tags_key(array[tag], 750), '\\x00'))`,
      long: sql<number>`octet_length(long_tags_key(array[tag], 750))`,
    })
    .from(sql`jsonb_array_elements_text(${JSON.stringify(tags)}::jsonb) tag`)
  expect(rows).toHaveLength(tags.length)
  for (const { key, short, long } of rows)
    expect([short, long]).toEqual(key > 750 ? [null, key] : [key, null])
})

import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { buds } from '~drizzle/schema'
import { createBud, signedIn } from '../../support/factories'

/** Tags of the greatest length. Folded, they are too long for an index. */
const longTags = Array.from({ length: 20 }, (_, n) => `é${n}`.padEnd(50, 'ö'))

const rule = (is: string, ...value: string[]) =>
  encodeURIComponent(JSON.stringify({ match: 'all', rules: [{ field: 'tag', is, value }] }))

/** A user with a bud that has these tags, one that has 'Choir', and one without. */
async function withTags(tags: string[]) {
  const user = await signedIn()
  for (const [Firstname, own] of [
    ['Ada', tags],
    ['Ben', ['Choir']],
    ['Cleo', []],
  ] as const)
    await createBud(user.user, { Firstname, tags: [...own] })
  const names = async (query: string) =>
    (await user.get(`/api/v1/buds?sort=A-Z&${query}`)).body.buds
      .map(({ Firstname }: { Firstname: string }) => Firstname)
      .join()
  return { user, names }
}

describe.each([
  ['short', ['É7ööö', 'Book club', '100%']],
  ['long', longTags.with(3, 'É7ööö').with(5, 'Book club').with(9, '100%')],
])('%s tags', (_name, tags) => {
  test('are found by a search, and by what finds records', async () => {
    const { user, names } = await withTags(tags)
    for (const search of ['é7ÖÖÖ', 'k clu', 'Ada', '00%']) {
      expect(await names(`search=${encodeURIComponent(search)}`), search).toBe('Ada')
      const found = (await user.get(`/api/v1/find?q=${encodeURIComponent(search)}`)).body
      expect(found.buds, search).toHaveLength(1)
    }
    expect(await names('search=choir')).toBe('Ben')
    // A search does not match across two of them.
    expect(await names(`search=${encodeURIComponent('club 100')}`)).toBe('')
    const { body } = await user.post('/api/v1/buds/bulk', { action: 'archive', search: 'k clu' })
    expect(body.changed).toBe(1)
  })

  test('are what a filter compares as a whole', async () => {
    const { names } = await withTags(tags)
    for (const [filter, expected] of [
      [rule('any', 'book CLUB', 'choir'), 'Ada,Ben'],
      [rule('all', 'book CLUB', 'É7ÖÖÖ', '100%'), 'Ada'],
      [rule('none', '100%'), 'Ben,Cleo'],
      [rule('any', 'book', '10_%', '%'), ''],
      [rule('none', 'choir', 'É7ööö'), 'Cleo'],
    ] as const)
      expect(await names(`filter=${filter}`), decodeURIComponent(filter)).toBe(expected)
  })

  test('are shown once with the name that a search finds too', async () => {
    const { user, names } = await withTags([...tags.slice(0, 19), 'Ada'])
    expect(await names('search=ada')).toBe('Ada')
    expect((await user.get('/api/v1/find?q=ada')).body.buds).toHaveLength(1)
    expect((await user.get('/dashboard?search=ada')).text).toContain('1 Bud found')
  })
})

test('the longest texts and tags that the indexes take fit into a row of them', async () => {
  const { user } = await signedIn()
  // Pictures, of four bytes, in an order that can't be compressed.
  const pictures = (count: number) =>
    Array.from({ length: count }, () => String.fromCodePoint(0x1f300 + randomInt(700))).join('')
  const [stored] = await db
    .insert(buds)
    .values({
      ownerId: user._id,
      _id: uuid(),
      Firstname: pictures(200),
      Location: pictures(48),
      tags: Array.from({ length: 9 }, () => pictures(20)),
    })
    .returning({
      name: sql<number>`octet_length(name_key)`,
      text: sql<number>`octet_length(search_text)`,
      tags: sql<number>`octet_length(tag_text)`,
    })
  expect(stored).toEqual({ name: 800, text: 998, tags: 730 })
})

import { randomInt } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { buds } from '~drizzle/schema'
import { createBud, signedIn } from '../../support/factories'

/** Folded, they are too long for an index. */
const manyTags = Array.from({ length: 20 }, (_, n) => `é${n}`.padEnd(50, 'ö'))

const rule = (is: string, ...value: string[]) =>
  encodeURIComponent(JSON.stringify({ match: 'all', rules: [{ field: 'tag', is, value }] }))

const line = '日'.repeat(100)
const longText = { Surname: line, Nickname: line, Location: line, Occupation: line }

type Given = { tags: string[]; text: object }

/** A user with a bud that has these tags and this text, one that has 'Choir', and one without tags. */
async function withTags({ tags, text }: Given) {
  const user = await signedIn()
  for (const [Firstname, own] of [
    ['Ada', tags],
    ['Ben', ['Choir']],
    ['Cleo', []],
  ] as const)
    await createBud(user.user, { Firstname, tags: [...own], ...(Firstname !== 'Ben' && text) })
  const names = async (query: string) =>
    (await user.get(`/api/v1/buds?sort=A-Z&${query}`)).body.buds
      .map(({ Firstname }: { Firstname: string }) => Firstname)
      .join()
  return { user, names }
}

const fewTags = ['É7ööö', 'Book club', '100%']
const longTags = manyTags.with(3, 'É7ööö').with(5, 'Book club').with(9, '100%')

describe.each([
  { what: 'short tags', tags: fewTags, text: {}, long: [false, false] },
  { what: 'long tags', tags: longTags, text: {}, long: [false, true] },
  { what: 'short tags of a long text', tags: fewTags, text: longText, long: [true, false] },
  { what: 'long tags of a long text', tags: longTags, text: longText, long: [true, true] },
])('$what', ({ long, ...given }) => {
  test('are stored so', async () => {
    const { user } = await withTags(given)
    const isLong = sql<boolean[]>`array[long_search_text is not null, long_tag_text is not null]`
    const isShort = sql<boolean[]>`array[search_text <> '', tag_text <> '\\x00']`
    const [stored] = await db
      .select({ isLong, isShort })
      .from(buds)
      .where(and(eq(buds.ownerId, user.user._id), eq(buds.Firstname, 'Ada')))
    expect(stored).toEqual({ isLong: long, isShort: long.map((is) => !is) })
  })

  test('are found by a search, and by what finds records', async () => {
    const { user, names } = await withTags(given)
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
    const { names } = await withTags(given)
    for (const [filter, expected] of [
      [rule('any', 'book CLUB', 'choir'), 'Ada,Ben'],
      [rule('all', 'book CLUB', 'É7ÖÖÖ', '100%'), 'Ada'],
      [rule('none', '100%'), 'Ben,Cleo'],
      [rule('any', 'book', '10_%', '%'), ''],
      [rule('none', 'choir', 'É7ööö'), 'Cleo'],
    ] as const)
      expect(await names(`filter=${filter}`), decodeURIComponent(filter)).toBe(expected)
  })

  test('differ by their signs for a filter, and not for a search', async () => {
    const { names } = await withTags({ ...given, tags: [...given.tags.slice(0, 19), 'Mum’s – side'] })
    for (const search of ["mum's - side", 'MUM’S – SIDE'])
      expect(await names(`search=${encodeURIComponent(search)}`), search).toBe('Ada')
    expect(await names(`filter=${rule('any', 'mum’s – SIDE')}`)).toBe('Ada')
    expect(await names(`filter=${rule('any', "Mum's - side", 'Mum’s – side,')}`)).toBe('')
  })

  test('are shown once with the name that a search finds too', async () => {
    const { user, names } = await withTags({ ...given, tags: [...given.tags.slice(0, 19), 'Ada'] })
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
      Location: `ab${pictures(48)}`,
      Budtype: 'Friend',
      archivedAt: new Date(),
      tags: [...Array.from({ length: 8 }, () => pictures(21)), `abcd${pictures(16)}`],
    })
    .returning({
      name: sql<number>`octet_length(name_key)`,
      text: sql<number>`octet_length(search_text)`,
      tags: sql<number>`octet_length(tag_text)`,
    })
  expect(stored).toEqual({ name: 800, text: 1000, tags: 750 })
})

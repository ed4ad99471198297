import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { budSorts } from '~/buds/bud'
import { db } from '~/db/db.server'
import { buds, circles } from '~drizzle/schema'
import { isPostgres } from '../support/database'
import { createBud, createCircle, signedIn } from '../support/factories'

type Owner = Awaited<ReturnType<typeof signedIn>>
type Found = { _id: string; Firstname: string; Nickname: string }[]

const hits = 330

async function ownerOf(rows: number, budOf: (n: number) => Partial<typeof buds.$inferInsert>) {
  const owner = await signedIn()
  const ownerId = owner.user._id
  await db
    .insert(buds)
    .values(Array.from({ length: rows }, (_, n) => ({ ...budOf(n), ownerId, _id: uuid() })))
  return owner
}

const ownerOfHits = () => ownerOf(hits, (n) => ({ Firstname: `Ann ${n}`, Nickname: 'oft' }))

const search = async (owner: Owner, query: Record<string, string>, list = 'buds') =>
  (await owner.get(`/api/v1/${list}?${new URLSearchParams(query)}`)).body

const total = async (owner: Owner, needle = 'oft') => (await search(owner, { search: needle })).totalBuds

describe('what is found', () => {
  const size = 3 * hits
  let owner: Owner

  /** A third 'oft', evenly; a third 'zed', last by name; one in 40 'rar'. */
  beforeAll(async () => {
    owner = await ownerOf(size, (n) => ({
      Firstname: n % 3 === 1 ? 'Zed' : `Ann ${n % 5}`,
      Nickname: `${n % 3 === 0 ? 'oft' : ''} ${n % 40 === 0 ? 'rar' : ''}`,
      Budtype: n % 2 ? 'Work' : 'Family',
    }))
  })

  async function everything(query: Record<string, string>) {
    const pages = Array.from({ length: Math.ceil(size / 100) }, (_, n) =>
      search(owner, { ...query, limit: '100', page: `${n + 1}` }),
    )
    return (await Promise.all(pages)).flatMap(({ buds }) => buds as Found)
  }

  test.each(budSorts)('is what all pages hold of it, page by page: %s', async (sort) => {
    for (const Budtype of ['all', 'Work']) {
      const all = await everything({ sort, Budtype })
      for (const needle of ['oft', 'zed', 'rar', 'none']) {
        const expected = all.filter(({ Firstname, Nickname }) =>
          `${Firstname} ${Nickname}`.toLowerCase().includes(needle),
        )
        const last = Math.max(1, Math.ceil(expected.length / 12))
        for (const page of [1, 2, Math.ceil(last / 2), last, last + 1]) {
          const found = await search(owner, { sort, Budtype, search: needle, page: `${page}` })
          expect(found.totalBuds).toBe(expected.length)
          expect(found.buds).toEqual(expected.slice((page - 1) * 12, page * 12))
        }
      }
    }
  })

  test('is counted alike in other lists', async () => {
    const values = Array.from({ length: 400 }, (_, n) => ({
      ownerId: owner.user._id,
      _id: uuid(),
      Name: n % 4 ? 'Oft' : 'Seldom',
    }))
    await db.insert(circles).values(values)
    const found = await search(owner, { search: 'oft', limit: '1' }, 'circles')
    expect([found.circles.length, found.totalCircles]).toEqual([1, 300])
    await createCircle(owner.user, { Name: 'Once more often' })
    expect((await search(owner, { search: 'oft' }, 'circles')).totalCircles).toBe(301)
    expect(await total(owner)).toBe(hits)
  })
})

describe('a search counts', () => {
  const first = async (owner: Owner) => (await search(owner, { search: 'oft' })).buds[0]._id as string

  test.each<[string, number, (owner: Owner) => Promise<unknown>]>([
    ['a bud that was added', hits + 1, (owner) => createBud(owner.user, { Nickname: 'often' })],
    [
      'no bud that was deleted',
      hits - 1,
      async (owner) => owner.delete(`/api/v1/buds/${await first(owner)}`),
    ],
    [
      'no bud whose text has changed',
      hits - 1,
      async (owner) => owner.patch(`/api/v1/buds/${await first(owner)}`, { Nickname: '' }),
    ],
    [
      'none of those that one statement changed',
      0,
      ({ user }) => db.update(buds).set({ Nickname: '' }).where(eq(buds.ownerId, user._id)),
    ],
    ['nothing in an emptied list', 0, ({ user }) => db.delete(buds).where(eq(buds.ownerId, user._id))],
  ])('%s', async (_what, expected, change) => {
    const owner = await ownerOfHits()
    expect(await total(owner)).toBe(hits)
    await change(owner)
    expect(await total(owner)).toBe(expected)
  })
})

/** The embedded database does one thing at a time, so there is nothing to race. */
describe.skipIf(!isPostgres)('at once with writers', () => {
  test('a change is counted as soon as it is committed', async () => {
    const owner = await ownerOfHits()
    await db.transaction(async (tx) => {
      await tx.insert(buds).values({ ownerId: owner.user._id, _id: uuid(), Nickname: 'oft' })
      expect(await total(owner)).toBe(hits)
    })
    expect(await total(owner)).toBe(hits + 1)
  })

  test('a change that is rolled back is not counted', async () => {
    const owner = await ownerOfHits()
    const taken = db.transaction(async (tx) => {
      await tx.delete(buds).where(eq(buds.ownerId, owner.user._id))
      tx.rollback()
    })
    await expect(taken).rejects.toThrow()
    expect(await total(owner)).toBe(hits)
  })

  test('searches never count less than was there when they were asked for, nor more than when answered', async () => {
    const owner = await ownerOfHits()
    let [begun, ended] = [hits, hits]
    const write = async (n: number) => {
      begun++
      await owner.post('/api/v1/buds', { Firstname: `Writer ${n}`, Nickname: 'oft' })
      ended++
    }
    const read = async () => {
      const least = ended
      const found = await total(owner)
      expect(found).toBeGreaterThanOrEqual(least)
      expect(found).toBeLessThanOrEqual(begun)
    }
    const writer = async (w: number) => {
      for (let n = 0; n < 12; n++) await write(w * 12 + n)
    }
    const reader = async () => {
      while (ended < hits + 48) await read()
    }
    await Promise.all([...[0, 1, 2, 3].map(writer), reader(), reader(), reader()])
    expect(await total(owner)).toBe(hits + 48)
  })

  test('additions, changes of names and of texts, and deletions of one owner do not block each other', async () => {
    const owner = await ownerOfHits()
    const some = (await search(owner, { search: 'oft', limit: '30' })).buds as Found
    const answers = await Promise.all(
      some.flatMap(({ _id }, n) => [
        owner.post('/api/v1/buds', { Firstname: `New ${n}` }),
        owner.patch(`/api/v1/buds/${_id}`, { Nickname: `text ${n}` }),
        owner.patch(`/api/v1/buds/${_id}`, { Firstname: `Name ${n}` }),
        n % 3 ? owner.get('/api/v1/buds?search=oft') : owner.delete(`/api/v1/buds/${_id}`),
      ]),
    )
    for (const { status } of answers) expect([200, 201, 404]).toContain(status)
    const left = await db.$count(buds, eq(buds.ownerId, owner.user._id))
    expect((await search(owner, {})).totalBuds).toBe(left)
  })
})

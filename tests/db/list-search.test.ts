import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { budSorts } from '~/buds/bud-search.server'
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

describe('search results', () => {
  const size = 3 * hits
  let owner: Owner

  /** A third contains 'oft', a third 'zed', which sorts last by name, and one in 40 'rar'. */
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

  test.each(Object.keys(budSorts) as (keyof typeof budSorts)[])(
    'are the matching rows of the whole list, in the same order: %s',
    async (sort) => {
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
    },
  )

  test('have the right total in other lists too', async () => {
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

describe('the total of a search', () => {
  const first = async (owner: Owner) => (await search(owner, { search: 'oft' })).buds[0]._id as string

  test.each<[string, number, (owner: Owner) => Promise<unknown>]>([
    ['includes a new bud', hits + 1, (owner) => createBud(owner.user, { Nickname: 'often' })],
    ['excludes a deleted bud', hits - 1, async (owner) => owner.delete(`/api/v1/buds/${await first(owner)}`)],
    [
      'excludes a bud whose text has changed',
      hits - 1,
      async (owner) => owner.patch(`/api/v1/buds/${await first(owner)}`, { Nickname: '' }),
    ],
    [
      'excludes several buds whose text one statement has changed',
      0,
      ({ user }) => db.update(buds).set({ Nickname: '' }).where(eq(buds.ownerId, user._id)),
    ],
    ['is 0 in an emptied list', 0, ({ user }) => db.delete(buds).where(eq(buds.ownerId, user._id))],
  ])('%s', async (_what, expected, change) => {
    const owner = await ownerOfHits()
    expect(await total(owner)).toBe(hits)
    await change(owner)
    expect(await total(owner)).toBe(expected)
  })
})

/** The embedded database runs one statement at a time. */
describe.skipIf(!isPostgres)('concurrent with writers', () => {
  test('a change is in the total as soon as it is committed', async () => {
    const owner = await ownerOfHits()
    await db.transaction(async (tx) => {
      await tx.insert(buds).values({ ownerId: owner.user._id, _id: uuid(), Nickname: 'oft' })
      expect(await total(owner)).toBe(hits)
    })
    expect(await total(owner)).toBe(hits + 1)
  })

  test('a change that was rolled back is not in the total', async () => {
    const owner = await ownerOfHits()
    const rolledBack = db.transaction(async (tx) => {
      await tx.delete(buds).where(eq(buds.ownerId, owner.user._id))
      tx.rollback()
    })
    await expect(rolledBack).rejects.toThrow()
    expect(await total(owner)).toBe(hits)
  })

  test('a total is between the counts before its request and after its response', async () => {
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

  test('creating, editing and deleting buds of one owner do not block each other', async () => {
    const owner = await ownerOfHits()
    const some = (await search(owner, { search: 'oft', limit: '30' })).buds as Found
    const responses = await Promise.all(
      some.flatMap(({ _id }, n) => [
        owner.post('/api/v1/buds', { Firstname: `New ${n}` }),
        owner.patch(`/api/v1/buds/${_id}`, { Nickname: `text ${n}` }),
        owner.patch(`/api/v1/buds/${_id}`, { Firstname: `Name ${n}` }),
        n % 3 ? owner.get('/api/v1/buds?search=oft') : owner.delete(`/api/v1/buds/${_id}`),
      ]),
    )
    for (const { status } of responses) expect([200, 201, 404]).toContain(status)
    const left = await db.$count(buds, eq(buds.ownerId, owner.user._id))
    expect((await search(owner, {})).totalBuds).toBe(left)
  })
})

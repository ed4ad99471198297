import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { budSorts } from '~/buds/bud'
import { db } from '~/server/db.server'
import { keepCount, recallCount } from '~/server/list-counts.server'
import { lockLists } from '~/server/lists.server'
import { buds, circles, users } from '~drizzle/schema'
import { isPostgres } from '../support/database'
import { createBud, createCircle, signedIn } from '../support/factories'

type Owner = Awaited<ReturnType<typeof signedIn>>
type Found = { _id: string; Firstname: string; Nickname: string }[]

/** Enough for their count to be kept. */
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

/** The same search several times, as its count is kept from the first on. */
async function totals(owner: Owner) {
  const before = await total(owner)
  expect([await total(owner), await total(owner)]).toEqual([before, before])
  return before
}

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

  test.each(budSorts)(
    'is what all pages hold of it, page by page, once counted and once known: %s',
    async (sort) => {
      for (const Budtype of ['all', 'Work']) {
        const all = await everything({ sort, Budtype })
        for (const needle of ['oft', 'zed', 'rar', 'none']) {
          const expected = all.filter(({ Firstname, Nickname }) =>
            `${Firstname} ${Nickname}`.toLowerCase().includes(needle),
          )
          const last = Math.max(1, Math.ceil(expected.length / 12))
          for (const page of [1, 1, 2, Math.ceil(last / 2), last, last, last + 1]) {
            const found = await search(owner, { sort, Budtype, search: needle, page: `${page}` })
            expect(found.totalBuds).toBe(expected.length)
            expect(found.buds).toEqual(expected.slice((page - 1) * 12, page * 12))
          }
        }
      }
    },
  )

  test('is counted alike in other lists', async () => {
    const values = Array.from({ length: 400 }, (_, n) => ({
      ownerId: owner.user._id,
      _id: uuid(),
      Name: n % 4 ? 'Oft' : 'Seldom',
    }))
    await db.insert(circles).values(values)
    for (let n = 0; n < 3; n++) {
      const { circles, totalCircles } = await search(owner, { search: 'oft', limit: '1' }, 'circles')
      expect([circles.length, totalCircles]).toEqual([1, 300])
    }
    await createCircle(owner.user, { Name: 'Once more often' })
    expect((await search(owner, { search: 'oft' }, 'circles')).totalCircles).toBe(301)
    expect(await totals(owner)).toBe(hits)
  })
})

describe('a count that is known is forgotten', () => {
  const first = async (owner: Owner) => (await search(owner, { search: 'oft' })).buds[0]._id as string

  test.each<[string, number, (owner: Owner) => Promise<unknown>]>([
    ['a bud is added', hits + 1, (owner) => createBud(owner.user, { Nickname: 'often' })],
    ['a bud is deleted', hits - 1, async (owner) => owner.delete(`/api/v1/buds/${await first(owner)}`)],
    [
      'nothing but the text of a bud changes',
      hits - 1,
      async (owner) => owner.patch(`/api/v1/buds/${await first(owner)}`, { Nickname: '' }),
    ],
    [
      'many change in one statement',
      0,
      ({ user }) => db.update(buds).set({ Nickname: '' }).where(eq(buds.ownerId, user._id)),
    ],
    ['all are deleted', 0, ({ user }) => db.delete(buds).where(eq(buds.ownerId, user._id))],
    [
      'rows were changed without triggers, and recounted',
      hits + 1,
      ({ user }) =>
        db.transaction(async (tx) => {
          await tx.execute(sql`set local session_replication_role = replica`)
          await tx.insert(buds).values({ ownerId: user._id, _id: uuid(), Nickname: 'oft' })
          await tx.execute(sql`select list_recount(${user._id}::uuid)`)
        }),
    ],
  ])('when %s', async (_what, expected, change) => {
    const owner = await ownerOfHits()
    expect(await totals(owner)).toBe(hits)
    await change(owner)
    expect(await totals(owner)).toBe(expected)
  })

  test('with its owner, and when a list is emptied', async () => {
    const owner = await signedIn()
    await createBud(owner.user)
    const versions = (from: Pick<typeof db, 'select'> = db) =>
      from.select({ list: sql`list` }).from(sql`list_versions`).where(sql`owner_id = ${owner.user._id}`)
    expect(await versions()).toEqual([{ list: 'buds' }])
    const emptied = db.transaction(async (tx) => {
      await tx.execute(sql`truncate buds cascade`)
      expect(await versions(tx)).toEqual([])
      tx.rollback()
    })
    await expect(emptied).rejects.toThrow()
    await db.delete(users).where(eq(users._id, owner.user._id))
    expect(await versions()).toEqual([])
  })
})

/** The embedded database does one thing at a time, so there is nothing to race. */
describe.skipIf(!isPostgres)('at once with writers', () => {
  test('what was counted before a change was committed is not believed after it', async () => {
    const owner = await ownerOfHits()
    await db.transaction(async (tx) => {
      await lockLists(tx, owner.user._id)
      await tx.insert(buds).values({ ownerId: owner.user._id, _id: uuid(), Nickname: 'oft' })
      expect(await totals(owner)).toBe(hits)
    })
    expect(await totals(owner)).toBe(hits + 1)
  })

  test('what a change that is taken back had found is not believed either', async () => {
    const owner = await ownerOfHits()
    const taken = db.transaction(async (tx) => {
      await tx.delete(buds).where(eq(buds.ownerId, owner.user._id))
      tx.rollback()
    })
    await expect(taken).rejects.toThrow()
    expect(await totals(owner)).toBe(hits)
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
    expect(await totals(owner)).toBe(hits + 48)
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

describe('counts that are kept', () => {
  const asked = (n: number) => ({ list: 'tests', ownerId: 'x', type: undefined, search: `${n}` })
  const count = { version: 'v', total: 60_000, size: 100_000 }

  test('help where a walk along the order is short', () => {
    keepCount(asked(0), count)
    expect(recallCount(asked(0), 0, 12)).toEqual({ version: 'v', total: 60_000, reach: 60 })
    expect(recallCount(asked(0), 59_988, 12)).toMatchObject({ reach: 60 })
    keepCount(asked(0), { ...count, total: 400 })
    expect(recallCount(asked(0), 0, 12).version).toBeNull()
  })

  test('are as many as fit, the latest', () => {
    for (let n = 0; n <= 2_000; n++) keepCount(asked(n), count)
    expect(recallCount(asked(0), 0, 12).version).toBeNull()
    expect(recallCount(asked(1), 0, 12).version).toBe('v')
  })
})

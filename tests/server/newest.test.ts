import { asc, eq, inArray, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { listAccessCodes } from '~/admin/access-codes.server'
import { db } from '~/server/db.server'
import { accessCodes } from '~drizzle/schema'
import '../support/app'

beforeEach(() => db.delete(accessCodes))

let counter = 0
async function storeCodes(ids: string[]) {
  await db.insert(accessCodes).values(ids.map((_id) => ({ _id, code: `${++counter}` })))
}
const newIds = (count: number, from = Date.UTC(2026, 0, 1)) =>
  Array.from({ length: count }, (_, n) => uuid({ msecs: from + n }))

const runs = async () => {
  const rows = await db.select({ n: sql<number>`n` }).from(sql`row_runs`).where(sql`list = 'access_codes'`)
  return rows.map(({ n }) => n)
}

/** Each page holds what the plain order says, and the total is exact. */
async function pagesAreRight() {
  const ids = (await db.select().from(accessCodes).orderBy(asc(accessCodes._id)))
    .map(({ _id }) => _id)
    .reverse()
  const limit = 97
  for (let page = 1; page <= Math.ceil(ids.length / limit) + 1; page++) {
    const list = await listAccessCodes({ page, limit, search: '' })
    expect(list.codes.map(({ _id }) => _id)).toEqual(ids.slice((page - 1) * limit, page * limit))
    expect(list.totalCodes).toBe(ids.length)
  }
}

test('a page of the newest is what the plain order says, however the rows came and went', async () => {
  await pagesAreRight()
  const ids = newIds(1_000)
  await storeCodes(ids)
  await pagesAreRight()
  await storeCodes(newIds(450, Date.UTC(2025, 0, 1)))
  for (const _id of newIds(5, Date.UTC(2026, 0, 1))) await storeCodes([_id])
  await pagesAreRight()
  await db.delete(accessCodes).where(inArray(accessCodes._id, ids.slice(100, 700)))
  await pagesAreRight()
  for (const _id of ids.slice(700, 710)) await db.delete(accessCodes).where(eq(accessCodes._id, _id))
  await pagesAreRight()
  await db.delete(accessCodes)
  await pagesAreRight()
  expect(await runs()).toEqual([])
})

test('no run grows beyond 400 rows, whatever comes at once', async () => {
  await storeCodes(newIds(1_190))
  for (const _id of newIds(250, Date.UTC(2026, 1, 1))) await storeCodes([_id])
  expect(Math.max(...(await runs()))).toBeLessThanOrEqual(400)
  expect((await runs()).reduce((sum, n) => sum + n, 0)).toBe(1_440)
})

test('a recount makes good what was changed without the triggers', async () => {
  await storeCodes(newIds(500))
  await db.execute(sql`update row_runs set n = n + 7 where list = 'access_codes'`)
  await db.execute(sql`select row_runs_recount('access_codes')`)
  await pagesAreRight()
})

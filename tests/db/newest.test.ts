import { asc, eq, inArray } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { listAccessCodes } from '~/admin/access-codes.server'
import { db } from '~/db/db.server'
import { accessCodes } from '~drizzle/schema'
import '../support/app'

beforeEach(() => db.delete(accessCodes))

let counter = 0
async function storeCodes(ids: string[]) {
  await db.insert(accessCodes).values(ids.map((_id) => ({ _id, code: `${++counter}` })))
}
const newIds = (count: number, from = Date.UTC(2026, 0, 1)) =>
  Array.from({ length: count }, (_, n) => uuid({ msecs: from + n }))

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
})

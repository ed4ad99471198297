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

/** Compares each page with the sorted table. */
async function expectCorrectPages() {
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

test('pages of a list without an owner equal the sorted table after inserts and deletions', async () => {
  await expectCorrectPages()
  const ids = newIds(1_000)
  await storeCodes(ids)
  await expectCorrectPages()
  await storeCodes(newIds(450, Date.UTC(2025, 0, 1)))
  for (const _id of newIds(5, Date.UTC(2026, 0, 1))) await storeCodes([_id])
  await expectCorrectPages()
  await db.delete(accessCodes).where(inArray(accessCodes._id, ids.slice(100, 700)))
  await expectCorrectPages()
  for (const _id of ids.slice(700, 710)) await db.delete(accessCodes).where(eq(accessCodes._id, _id))
  await expectCorrectPages()
  await db.delete(accessCodes)
  await expectCorrectPages()
})

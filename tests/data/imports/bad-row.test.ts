import { and, eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { db } from '~/base/db/db.server'
import { log } from '~/base/node/log.server'
import { importRows } from '~drizzle/schema'
import { isRemote } from '../../support/database'
import { signedIn } from '../../support/factories'
import { apply, card, dryRun, rowsOf } from './support'

const people = ['Ada', 'Ben', 'Cem', 'Dan', 'Eve'].map((name) =>
  card(`FN:${name}`, `EMAIL:${name}@example.org`),
)

test.skipIf(isRemote)('a row that cannot be written is skipped, and the others are imported', async () => {
  const user = await signedIn()
  const job = await dryRun(user, people.join(''))
  const logged = vi.spyOn(log, 'error').mockImplementation(() => {})
  const isBen = and(eq(importRows.importId, job._id), eq(importRows.n, 2))
  // A row that another version has stored.
  await db
    .update(importRows)
    .set({ record: sql`jsonb_set(record, '{snoozedUntil}', '"often"')` })
    .where(isBen)
  const { counts } = await apply(user, job._id)
  expect(counts).toEqual({ add: 4, update: 0, unchanged: 0, skip: 1 })
  expect(logged).toHaveBeenCalled()
  logged.mockRestore()
  const rows = await rowsOf(user, job._id, 'action=skip')
  expect(rows).toMatchObject([{ n: 2, reason: 'The record cannot be imported' }])
  const { buds } = (await user.get('/api/v1/buds?sort=A-Z')).body
  expect(buds.map(({ Firstname }: { Firstname: string }) => Firstname)).toEqual(['Ada', 'Cem', 'Dan', 'Eve'])
})

test('a row that was checked before buds had a field is imported without it', async () => {
  const user = await signedIn()
  const job = await dryRun(user, people.join(''))
  // As another version has stored it.
  await db
    .update(importRows)
    .set({ record: sql`record #- '{fields,Nickname}' #- '{fields,hobbies}'` })
    .where(and(eq(importRows.importId, job._id), eq(importRows.n, 2)))
  const { counts } = await apply(user, job._id)
  expect(counts).toEqual({ add: 5, update: 0, unchanged: 0, skip: 0 })
  const { buds } = (await user.get('/api/v1/buds?search=Ben')).body
  expect(buds).toMatchObject([{ Firstname: 'Ben', Nickname: '', hobbies: [] }])
})

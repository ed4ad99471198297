import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { db, isEmbedded } from '~/base/db/db.server'
import type { KeptRecord } from '~/data/history/change'
import { pruneImports } from '~/data/imports/delete-imports.server'
import { continueImports } from '~/data/imports/run-import.server'
import { importFiles, importRows, imports, leases } from '~drizzle/schema'
import type { Client } from '../../support/client'
import { times } from '../../support/concurrency'
import { isRemote } from '../../support/database'
import { createImport, signedIn } from '../../support/factories'
import { mostDeleted } from '../../support/most-deleted'
import { isFullRun } from '../../support/shared-database'
import { apply, card, dryRun, importOf, reach } from './support'

const people = (count: number) =>
  times(count, (n) =>
    card(`N:Surname${n};Given${n}`, `EMAIL:person${n}@example.org`, `CATEGORIES:Group ${n % 20}`),
  ).join('')

const pathOf = (id: string) => `/api/v1/imports/${id}`

/** Reads an import until it has a state, and returns its progress at each read. */
async function progressUntil(user: Client, id: string, state: string) {
  const progress: { done: number; total: number; kept: KeptRecord[] }[] = []
  await expect
    .poll(
      async () => {
        const job = await importOf(user, id)
        progress.push(job)
        return job.state
      },
      { interval: 50 },
    )
    .toBe(state)
  return progress
}

test('the progress of an import with circles never exceeds its total, and kept is complete when it is undone', async () => {
  const count = 1_020
  const user = await signedIn()
  const job = await dryRun(user, people(count))
  await user.patch(pathOf(job._id), { groups: true })
  await reach(user, job._id, 'ready')
  await apply(user, job._id)
  const { buds } = (await user.get('/api/v1/buds?limit=3&sort=oldestFirst')).body
  for (const { _id } of buds) await user.patch(`/api/v1/buds/${_id}`, { Location: 'Bath' })
  expect((await user.post(`${pathOf(job._id)}/undo`, {})).status).toBe(202)
  const progress = await progressUntil(user, job._id, 'undone')
  for (const { done, total } of progress) expect([total, done <= total]).toEqual([count, true])
  const numbers = progress.slice(0, -1).map(({ done }) => done)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(numbers.at(-1)).toBeGreaterThan(0)
  const kept = progress.at(-1)?.kept ?? []
  const named = kept.map(({ _id, fields }) => [_id, fields])
  expect(named.sort()).toEqual(buds.map(({ _id }: { _id: string }) => [_id, ['Location']]).sort())
}, 600_000)

describe.skipIf(isRemote)('a process that has lost the lease of an import', () => {
  test('stops, and neither ends the import nor leaves out its rows', async () => {
    const count = 400
    const user = await signedIn()
    const { _id } = await dryRun(user, people(count))
    const key = `import:${_id}`
    await user.post(`${pathOf(_id)}/apply`, {})
    // Another process takes the lease and does the next row.
    await expect.poll(async () => (await importOf(user, _id)).done, { interval: 5 }).toBeGreaterThan(0)
    await db.update(leases).set({ owner: uuid() }).where(eq(leases.key, key))
    await db.update(imports).set({ done: sql`done + 1` }).where(eq(imports._id, _id))
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await importOf(user, _id)).toMatchObject({ state: 'applying', counts: { add: count, skip: 0 } })
    await db.delete(leases).where(eq(leases.key, key))
    await continueImports()
    expect(await importOf(user, _id)).toMatchObject({ state: 'applied', counts: { add: count, skip: 0 } })
    expect((await user.get('/api/v1/buds')).body.totalBuds).toBe(count - 1)
  })
})

describe('the deletion of an import', () => {
  const rowsOf = async (_id: string) =>
    (await db.$count(importRows, eq(importRows.importId, _id))) +
    (await db.$count(importFiles, eq(importFiles.importId, _id))) +
    (await db.$count(imports, eq(imports._id, _id)))

  test('hides it at once, and deletes its file and its rows', async () => {
    const user = await signedIn()
    const { _id } = await dryRun(user, people(300))
    expect((await user.delete(pathOf(_id))).status).toBe(200)
    for (const response of [
      await user.get(pathOf(_id)),
      await user.get(`${pathOf(_id)}/rows`),
      await user.post(`${pathOf(_id)}/apply`, {}),
      await user.delete(pathOf(_id)),
    ])
      expect(response.status).toBe(404)
    expect((await user.get('/api/v1/imports')).body).toMatchObject({ imports: [], totalImports: 0 })
    await expect.poll(() => rowsOf(_id)).toBe(0)
  })

  test('ends its dry run', async () => {
    const user = await signedIn()
    const { body } = await user.send('POST', '/api/v1/imports', {
      body: people(600),
      headers: { 'Content-Type': 'text/vcard' },
    })
    const { _id } = body.import
    await progressUntil(user, _id, 'reading')
    expect((await user.delete(pathOf(_id))).status).toBe(200)
    await expect.poll(() => rowsOf(_id)).toBe(0)
  })

  test('is continued by the job if a process died', async () => {
    const { user } = await signedIn()
    const { _id } = await createImport(user)
    await db.update(imports).set({ deletedAt: new Date() }).where(eq(imports._id, _id))
    await pruneImports()
    await expect.poll(() => rowsOf(_id)).toBe(0)
  })

  const count = isFullRun ? 50_000 : 1_500

  test(`of ${count} rows happens by age, in short statements`, async () => {
    const { user } = await signedIn()
    const { _id: other } = await createImport(user)
    const [ownerId, _id] = [user._id, uuid({ msecs: Date.now() - 8 * 24 * 60 * 60 * 1_000 })]
    await db.insert(imports).values({ ownerId, _id, format: 'vcard', state: 'ready', total: count })
    for (let n = 0; n < 50; n++)
      await db
        .insert(importFiles)
        .values({ ownerId, importId: _id, n, content: Buffer.alloc(count * 10, `${n}`) })
    await db.execute(sql`insert into import_rows (owner_id, import_id, n, line, record, action)
      select ${ownerId}, ${_id}, n, n, jsonb_build_object('_id', gen_random_uuid(), 'fields', repeat('text ', 200)), 'add'
      from generate_series(1, ${count}::int) n`)
    const most = await mostDeleted(['import_rows', 'import_files'], async () => {
      await pruneImports()
      await expect.poll(() => rowsOf(_id)).toBe(0)
    })
    expect(most).toEqual({ import_rows: isEmbedded ? 50 : 1_000, import_files: 50 })
    expect(await db.$count(importRows, and(eq(importRows.importId, other)))).toBe(1)
  }, 600_000)
})

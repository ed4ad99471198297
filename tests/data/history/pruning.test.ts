import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { db, isEmbedded } from '~/base/db/db.server'
import { pruneHistory } from '~/data/history/history.server'
import { changeRows, changes } from '~drizzle/schema'
import { createBud, signedIn } from '../../support/factories'
import { changesOf, undo } from '../../support/history'
import { mostDeleted } from '../../support/most-deleted'
import { isFullRun } from '../../support/shared-database'

const day = 24 * 60 * 60 * 1_000
const count = isFullRun ? 50_000 : 1_500

/** A user with a change set of an age that has added many buds, which are gone. */
async function withOldChange(days: number) {
  const user = await signedIn()
  const [ownerId, _id] = [user.user._id, uuid({ msecs: Date.now() - days * day })]
  await db.insert(changes).values({ ownerId, _id, kind: 'import', name: 'people.vcf' })
  await db.execute(sql`insert into change_rows (owner_id, change_id, table_name, record_id, after)
    select ${ownerId}, ${_id}, 'buds', id, jsonb_build_object('id', id, 'notes', repeat('text ', 200))
    from (select gen_random_uuid() as id from generate_series(1, ${count}::int)) buds`)
  const rows = () => db.$count(changeRows, eq(changeRows.changeId, _id))
  return { user, _id, rows }
}

describe('the age of a change set', () => {
  test(`of ${count} rows ends it in short statements, and others stay`, async () => {
    const { user, rows } = await withOldChange(91)
    const younger = await withOldChange(89)
    await createBud(user.user)
    const most = await mostDeleted(['change_rows'], pruneHistory)
    expect(most).toEqual({ change_rows: isEmbedded ? 50 : 1_000 })
    expect(await rows()).toBe(0)
    expect((await changesOf(user)).map(({ kind }) => kind)).toEqual(['create'])
    expect(await younger.rows()).toBe(count)
  }, 600_000)

  test('prevents its undo from the first row that is deleted', async () => {
    const { user, _id, rows } = await withOldChange(91)
    const pruning = pruneHistory()
    await expect.poll(rows, { interval: 1 }).toBeLessThan(count)
    expect([404, 409]).toContain((await undo(user, _id)).status)
    await pruning
    expect(await changesOf(user)).toEqual([])
  }, 600_000)

  test('does not end it while the user has an undo in progress', async () => {
    const { user, rows } = await withOldChange(91)
    const undoing = { ownerId: user.user._id, _id: uuid(), kind: 'undo', name: '', position: 0 } as const
    await db.insert(changes).values(undoing)
    await pruneHistory()
    expect(await rows()).toBe(count)
    await db.update(changes).set({ position: null }).where(eq(changes._id, undoing._id))
    await pruneHistory()
    expect(await rows()).toBe(0)
  }, 600_000)
})

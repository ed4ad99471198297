import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import { type Db, db } from '~/base/db/db.server'
import { idList } from '~/base/db/owned.server'
import { auditedTable } from '~/data/history/audited-tables.server'
import { findNames } from '~/data/history/record-names.server'
import { rowChangesOf } from '~/data/history/row-changes.server'
import { markUndone, takeBack } from '~/data/history/take-back.server'
import { changeRows, changes, deviceDeletions } from '~drizzle/schema'
import { brakeWindow } from './brake.server'
import { joinChange, lockDevices } from './change-sets.server'
import { isOfDevice, isThere, markAsChanged } from './held-deletions.server'

/**
 * Keeps what is held of a device, and takes back what it has deleted in the same burst, so that it gets all of it back.
 * Resolves to the number of records.
 */
export function keepHeld(owner: string, device: string) {
  return db.transaction(async (tx) => {
    await lockDevices(tx, owner)
    const { recordId, isHeld, at } = deviceDeletions
    const firstHeld = sql`(select min(at) from device_deletions
      where owner_id = ${owner} and device_id = ${device} and is_held)`
    const burst = await tx
      .delete(deviceDeletions)
      .where(and(isOfDevice(owner, device), gte(at, sql`${firstHeld} - ${brakeWindow}`)))
      .returning({ recordId, isHeld, isThere })
    const held = burst.filter((row) => row.isHeld && row.isThere).map((row) => row.recordId)
    await markAsChanged(tx, owner, held)
    const gone = burst.filter((row) => !row.isThere).map((row) => row.recordId)
    return held.length + (gone.length > 0 ? await restore(tx, owner, gone) : 0)
  })
}

/** Takes back the last deletions of records, as one change set. Resolves to the number of those that are there again. */
async function restore(tx: Db, owner: string, ids: string[]) {
  const list = sql`any(${idList(ids)})`
  const deletions = sql`(select distinct on (record_id) change_id
    from change_rows join webhook_sources using (table_name)
    where owner_id = ${owner} and record_id = ${list} and is_record and after is null
    order by record_id, n desc)`
  const isOfThem = sql`(record_id = ${list} or (coalesce(after, before) ->> 'bud_id')::uuid = ${list})`
  const { table, recordId, before, after, changeId, n } = changeRows
  const rows = await tx
    .select({ table, recordId, before, after, changeId })
    .from(changeRows)
    .where(and(eq(changeRows.ownerId, owner), sql`change_id in ${deletions}`, isOfThem))
    .orderBy(n)
  const sets = [...new Set(rows.map((row) => row.changeId))].sort()
  const names = [...(await findNames(tx, owner, ids)).values()]
  const name = names.length > 1 ? `${names[0]} and others` : (names[0] ?? '')
  const _id = await joinChange(tx, owner)
  await tx.insert(changes).values({ ownerId: owner, _id, kind: 'undo', name, undoes: sets.at(-1) })
  const plan = await takeBack(tx, owner, rowChangesOf(rows))
  for (const set of sets) {
    const isOther = and(eq(changeRows.ownerId, owner), eq(changeId, set), sql`not ${isOfThem}`)
    if ((await tx.$count(changeRows, isOther)) === 0) await markUndone(tx, owner, set)
  }
  const restored = plan.restore.filter((row) => auditedTable(row.table).field === undefined).length
  if (plan.restore.length === 0)
    await tx.delete(changes).where(and(eq(changes.ownerId, owner), inArray(changes._id, [_id])))
  return restored
}

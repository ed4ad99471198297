import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '~/base/db/db.server'
import { nameChange } from '~/base/db/owned.server'
import { findNames } from '~/data/history/record-names.server'
import { changeRows, changes } from '~drizzle/schema'

/** The transactions of all devices of an owner, and those that decide about their deletions, run one after the other. */
export const lockDevices = (tx: Db, ownerId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`devices ${ownerId}`}, 0))`)

/** All that the transaction writes belongs to a change set, or to a new one. Resolves to its id. */
export async function joinChange(tx: Db, ownerId: string, changeId?: string) {
  const after = changeId
    ? sql`coalesce((select max(n) from change_rows where owner_id = ${ownerId} and change_id = ${changeId}), 0)`
    : sql`0`
  const id = changeId ? sql`${changeId}::text` : sql`uuid_at(clock_now())::text`
  const [joined] = await tx
    .select({
      id: sql<string>`set_config('budkeeper.continued', ${id}, true)`,
      after: sql`set_config('budkeeper.after', ${after}::text, true)`,
    })
    .from(sql`(values (1)) one`)
  return joined?.id ?? ''
}

const [current, after] = [
  sql`current_setting('budkeeper.continued')::uuid`,
  sql`current_setting('budkeeper.after')::bigint`,
]

/** Ends what a transaction writes. The title says what most of the change set is: 'Ada Lovelace and others edited'. */
export async function completeChange(tx: Db, ownerId: string) {
  // What was taken out of a series is part of it.
  const written = sql`select n, type, record_id,
      case when before is null then 'create' when after is null then 'delete' else 'update' end as kind
    from change_rows change join webhook_sources using (table_name)
    where owner_id = ${ownerId} and change_id = ${current} and is_record
      and coalesce(after, before) ->> 'series' is null and not exists (
        select from events where owner_id = ${ownerId} and id = change.record_id and series is not null)`
  const hasOthers = sql`exists (
    select from (${written} and n > ${after}) one, (${written} order by n limit 1) first
      where one.type = first.type and one.record_id <> first.record_id)`
  const kind = sql`coalesce((select kind from (${written} and n > ${after} order by n limit 1) now), 'update')`
  const [change] = await tx
    .update(changes)
    .set({
      lastAt: sql`clock_now()`,
      kind: sql`case when last_at is null or kind = ${kind} then ${kind} else 'update' end`,
      name: sql`case when name not like '% and others' and ${hasOthers} then name || ' and others' else name end`,
    })
    .where(and(eq(changes.ownerId, ownerId), eq(changes._id, current)))
    .returning({ _id: changes._id, name: changes.name })
  if (change?.name === '') await nameByRecord(tx, ownerId, change._id)
}

/** The rows of objects and photos have no name. */
async function nameByRecord(tx: Db, ownerId: string, changeId: string) {
  const { recordId, n } = changeRows
  const isOfChange = and(eq(changeRows.ownerId, ownerId), eq(changeRows.changeId, changeId))
  const [row] = await tx.select({ recordId }).from(changeRows).where(isOfChange).orderBy(n).limit(1)
  if (!row) return
  const names = await findNames(tx, ownerId, [row.recordId])
  await nameChange(tx, ownerId, changeId, names.get(row.recordId) ?? '')
}

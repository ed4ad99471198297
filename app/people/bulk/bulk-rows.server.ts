import { getTableName, type SQL, sql } from 'drizzle-orm'
import { type Db, isEmbedded } from '~/base/db/db.server'
import { idList } from '~/base/db/owned.server'
import { statusFields } from '~/people/buds/buds.server'
import type { LinkTable } from '~/people/buds/selected-buds.server'
import { buds, changeRows } from '~drizzle/schema'

/**
 * Writes many rows and records them in the change set by the same statement: the trigger `record_change`, which does so row
 * by row, would take five times as long as the rest.
 */

export type Part = { tx: Db; ownerId: string; changeId: string }

const names = (columns: string[]) => columns.map((column) => sql.identifier(column))

const isOneOf = (column: SQL, ids: string[]) => sql`${column} = any(${idList(ids)})`

/**
 * Writes columns of those of the buds that meet a condition, and that nobody else can write. `set` has the new values. Resolves
 * to their number.
 * They are looked up one by one: without statistics, which the embedded database may lack, all of the owner would be read.
 * The id stays as it is. It is written for the column that is generated of it: where none is, PostgreSQL prepares all generated
 * columns again for each row, which takes as long as the rest.
 */
export async function updateBuds(
  part: Part,
  ids: string[],
  condition: SQL | undefined,
  set: Record<string, SQL>,
  isArchiving = false,
) {
  const { ownerId, tx } = part
  const columns = names([...Object.keys(set), 'version'])
  const image = (row: string) =>
    sql`jsonb_build_object(${sql.join(
      columns.map((column) => sql`${column.value}::text, ${sql.raw(row)}.${column}`),
      sql`, `,
    )})`
  const values = Object.entries(set).map(([column, value]) => sql`${sql.identifier(column)} = ${value}`)
  const changed = await recordRows(
    part,
    getTableName(buds),
    sql`update buds set ${sql.join(values, sql`, `)}, version = nextval('versions'), id = buds.id
      from (
        select buds.ctid as at, ${sql.join(columns, sql`, `)} from unnest(${idList(ids)}) given (key), lateral (
          select ctid, * from buds where owner_id = ${ownerId} and id = given.key limit 1
        ) buds where ${condition ?? sql`true`} offset 0
      ) stored
      where buds.ctid = stored.at
      returning buds.id as record_id, ${image('stored')} as before, ${image('buds')} as after`,
  )
  // As this records the rows itself, no trigger derives the contact status.
  if (changed.length > 0 && statusFields.some((field) => buds[field].name in set)) {
    const affected = isArchiving && isEmbedded ? dueOf(ownerId, changed) : idList(changed)
    await tx.execute(sql`select update_contact_status(${ownerId}, ${affected})`)
  }
  return changed.length
}

/**
 * Those of the buds that are due on a day: archiving changes no other status. Only where nobody else writes meanwhile, whose new
 * day of a bud this could not see.
 */
const dueOf = (ownerId: string, ids: string[]) => sql`array(
  select id from unnest(${idList(ids)}) given (id) where (
    select due_on from contact_status where owner_id = ${ownerId} and bud_id = given.id limit 1
  ) is not null)`

const none = sql`null::jsonb`
const image = (table: string) => sql`row_image(to_jsonb(${sql.identifier(table)}))`

/** Resolves to the number of buds that there were. The trigger records what belongs to them, which goes with them. */
export async function deleteBuds(part: Part, ids: string[]) {
  const deleted = await recordRows(
    part,
    getTableName(buds),
    sql`delete from buds where owner_id = ${part.ownerId} and ${isOneOf(sql`id`, ids)}
      returning id as record_id, ${image('buds')} as before, ${none} as after`,
  )
  return deleted.length
}

/** For the transaction that begins or continues a change set: the trigger does not record buds. */
export const beginRecording = (changeId: string) =>
  sql`concat(set_config('budkeeper.change', ${changeId}, true), set_config('budkeeper.recorded', 'buds', true))`

/** Resolves to the number of buds that there are. */
export function insertLinks(part: Part, table: LinkTable, recordId: string, ids: string[]) {
  const [name, column] = [getTableName(table), sql.identifier(table.recordId.name)]
  return writeLinks(
    part,
    name,
    sql`insert into ${table} (owner_id, ${column}, bud_id)
      select owner_id, ${recordId}::uuid, id from buds where owner_id = ${part.ownerId} and ${isOneOf(sql`id`, ids)}
      returning ${column} as record_id, ${none} as before, ${image(name)} as after`,
  )
}

export function deleteLinks(part: Part, table: LinkTable, recordId: string, ids: string[]) {
  const [name, column] = [getTableName(table), sql.identifier(table.recordId.name)]
  return writeLinks(
    part,
    name,
    sql`delete from ${table} where owner_id = ${part.ownerId} and ${column} = ${recordId} and ${isOneOf(sql`bud_id`, ids)}
      returning ${column} as record_id, ${image(name)} as before, ${none} as after`,
  )
}

async function writeLinks(part: Part, name: string, rows: SQL) {
  const { tx, changeId } = part
  await tx.execute(sql`select set_config('budkeeper.change', 'off', true)`)
  const links = await recordRows(part, name, rows)
  await tx.execute(sql`select set_config('budkeeper.change', ${changeId}, true)`)
  return links.length
}

/** Resolves to the id of the record to which each row belongs. */
async function recordRows({ tx, ownerId, changeId }: Part, name: string, rows: SQL) {
  const written = tx.$with('written', {}).as(rows)
  const recorded = tx.$with('recorded', { recordId: changeRows.recordId }).as(sql`
    insert into change_rows (owner_id, change_id, table_name, record_id, before, after)
    select ${ownerId}::uuid, ${changeId}::uuid, ${name}, record_id, before, after from written
    returning record_id`)
  const ids = await tx.with(written, recorded).select({ recordId: recorded.recordId }).from(recorded)
  return ids.map(({ recordId }) => recordId)
}

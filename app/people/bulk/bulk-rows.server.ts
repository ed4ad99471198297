import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { Db } from '~/base/db/db.server'
import { idList } from '~/base/db/owned.server'
import type { LinkTable } from '~/people/buds/selected-buds.server'
import { buds } from '~drizzle/schema'

/**
 * Writes many rows and records them in the change set by the same statement: the trigger `record_change`, which does so row
 * by row, would take five times as long as the rest.
 */

export type Part = { tx: Db; ownerId: string; changeId: string }

/** Rows of a statement. The embedded database answers nothing meanwhile, and PostgreSQL cancels long statements. */
const rowsAtOnce = 1_000

export const partsOf = <T>(list: T[], size = rowsAtOnce) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size))

const names = (columns: string[]) => columns.map((column) => sql.identifier(column))

/** Writes columns of `buds`, of which `set` has the new values. Each of the buds must be one that this changes. */
export function updateBuds(part: Part, ids: string[], set: Record<string, SQL>) {
  const { ownerId } = part
  const columns = names([...Object.keys(set), 'version'])
  const image = (row: string) =>
    sql`jsonb_build_object(${sql.join(
      columns.map((column) => sql`${column.value}::text, ${sql.raw(row)}.${column}`),
      sql`, `,
    )})`
  const values = Object.entries(set).map(([column, value]) => sql`${sql.identifier(column)} = ${value}`)
  return inParts(part, ids, (list) => ({
    table: buds,
    rows: sql`update buds set ${sql.join(values, sql`, `)}, version = nextval('versions')
      from (select id, ${sql.join(columns, sql`, `)} from buds where owner_id = ${ownerId} and id = any(${list}) offset 0) stored
      where buds.owner_id = ${ownerId} and buds.id = stored.id
      returning buds.id as record_id, ${image('stored')} as before, ${image('buds')} as after`,
  }))
}

const none = sql`null::jsonb`
const image = (table: string) => sql`row_image(to_jsonb(${sql.identifier(table)}))`

export function insertLinks(part: Part, table: LinkTable, recordId: string, ids: string[]) {
  const [name, column] = [getTableName(table), sql.identifier(table.recordId.name)]
  return inParts(part, ids, (list) => ({
    table,
    rows: sql`insert into ${table} (owner_id, ${column}, bud_id) select ${part.ownerId}::uuid, ${recordId}::uuid, unnest(${list})
      returning ${column} as record_id, ${none} as before, ${image(name)} as after`,
  }))
}

export function deleteLinks(part: Part, table: LinkTable, recordId: string, ids: string[]) {
  const [name, column] = [getTableName(table), sql.identifier(table.recordId.name)]
  return inParts(part, ids, (list) => ({
    table,
    rows: sql`delete from ${table} where owner_id = ${part.ownerId} and ${column} = ${recordId} and bud_id = any(${list})
      returning ${column} as record_id, ${image(name)} as before, ${none} as after`,
  }))
}

/** What belongs to the buds goes with them, which the trigger records. */
export async function deleteBuds({ tx, ownerId }: Omit<Part, 'changeId'>, ids: string[]) {
  for (const list of partsOf(ids))
    await tx.delete(buds).where(sql`owner_id = ${ownerId} and id = any(${idList(list)})`)
}

type Statement = { table: Parameters<typeof getTableName>[0]; rows: SQL }

async function inParts({ tx, ownerId, changeId }: Part, ids: string[], statement: (list: SQL) => Statement) {
  await tx.execute(sql`select set_config('budkeeper.change', 'off', true)`)
  for (const part of partsOf(ids)) {
    const { table, rows } = statement(idList(part))
    await tx.execute(sql`with written as (${rows})
      insert into change_rows (owner_id, change_id, table_name, record_id, before, after)
      select ${ownerId}::uuid, ${changeId}::uuid, ${getTableName(table)}, record_id, before, after from written`)
  }
  await tx.execute(sql`select set_config('budkeeper.change', ${changeId}, true)`)
}

import { inArray, sql } from 'drizzle-orm'
import type { Db } from '~/base/db/db.server'
import { idList } from '~/base/db/owned.server'
import { auditedTable, nameOf, ownRowTables } from './audited-tables.server'
import type { RowImage } from './change'

/** The names of records by id. A deleted record has the name that it had last. */
export async function findNames(tx: Db, ownerId: string, ids: string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const list = sql`any(${idList(ids)})`
  const existing = [...ownRowTables].map(
    ([table, { name }]) => sql`select id, ${table} as "table", ${imageOf(name)} as image
      from ${sql.identifier(table)} where owner_id = ${ownerId} and id = ${list} union all`,
  )
  const found = sql`(${sql.join(existing, sql` `)}
    (select distinct on (record_id) record_id, table_name, before
      from change_rows where owner_id = ${ownerId} and record_id = ${list}
        and ${inArray(sql`table_name`, [...ownRowTables.keys()])} and after is null
      order by record_id, n desc)
  ) found`
  const rows = await tx.select(columns).from(found)
  // A row of a record that exists comes first, and wins.
  return new Map(rows.reverse().map(({ id, table, image }) => [id, nameOf(auditedTable(table), image)]))
}

/** The columns of a name as the history stores them. */
const imageOf = (columns: string[]) =>
  sql`jsonb_build_object(${sql.join(
    columns.map((name) => sql`${sql.raw(`'${name}'`)}, ${sql.identifier(name)}`),
    sql`, `,
  )})`

const columns = { id: sql<string>`id`, table: sql<string>`"table"`, image: sql<RowImage>`image` }

import { sql } from 'drizzle-orm'
import type { Db } from '~/base/db/db.server'
import { idList } from '~/base/db/owned.server'
import { auditedTable, nameOf } from './audited-tables.server'
import type { RowImage } from './change'

/** The names of records by id. A deleted record has the name that it had last. */
export async function findNames(tx: Db, ownerId: string, ids: string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const list = sql`any(${idList(ids)})`
  const found = sql`(
    select id, 'buds' as "table", jsonb_build_object('first_name', first_name, 'surname', surname) as image
      from buds where owner_id = ${ownerId} and id = ${list}
    union all select id, 'circles', jsonb_build_object('name', name)
      from circles where owner_id = ${ownerId} and id = ${list}
    union all select id, 'events', jsonb_build_object('name', name)
      from events where owner_id = ${ownerId} and id = ${list}
    union all select id, 'interactions', jsonb_build_object('kind', kind, 'on_day', on_day)
      from interactions where owner_id = ${ownerId} and id = ${list}
    union all (select distinct on (record_id) record_id, table_name, before
      from change_rows where owner_id = ${ownerId} and record_id = ${list}
        and table_name in ('buds', 'circles', 'events', 'interactions') and after is null
      order by record_id, n desc)
  ) found`
  const rows = await tx.select(columns).from(found)
  // A row of a record that exists comes first, and wins.
  return new Map(rows.reverse().map(({ id, table, image }) => [id, nameOf(auditedTable(table), image)]))
}

const columns = { id: sql<string>`id`, table: sql<string>`"table"`, image: sql<RowImage>`image` }

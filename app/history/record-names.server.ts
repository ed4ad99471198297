import { sql } from 'drizzle-orm'
import type { Db } from '~/db/db.server'
import { idList } from '~/db/owned.server'
import { auditedTable, nameOf } from './audited-tables.server'
import type { RowImage } from './change'

type Found = { id: string; table: string; image: RowImage }

/** The names of buds, circles and events by id. A deleted record has the name that it had last. */
export async function findNames(tx: Db, ownerId: string, ids: string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const list = sql`any(${idList(ids)})`
  const found = await tx.execute<Found>(sql`
    select id, 'buds' as table, jsonb_build_object('first_name', first_name, 'surname', surname) as image
      from buds where owner_id = ${ownerId} and id = ${list}
    union all select id, 'circles', jsonb_build_object('name', name)
      from circles where owner_id = ${ownerId} and id = ${list}
    union all select id, 'events', jsonb_build_object('name', name)
      from events where owner_id = ${ownerId} and id = ${list}
    union all (select distinct on (record_id) record_id, table_name, before
      from change_rows where owner_id = ${ownerId} and record_id = ${list}
        and table_name in ('buds', 'circles', 'events') and after is null
      order by record_id, n desc)`)
  // A row of a record that exists comes first, and wins.
  return new Map(
    rowsOf(found)
      .reverse()
      .map(({ id, table, image }) => [id, nameOf(auditedTable(table), asImage(image))]),
  )
}

/** The two drivers return the rows of a statement in different shapes, and JSON as text or as an object. */
const rowsOf = (result: unknown) =>
  (Array.isArray(result) ? result : (result as { rows: Found[] }).rows) as Found[]
const asImage = (image: unknown) => (typeof image === 'string' ? JSON.parse(image) : image) as RowImage

import { type AnyColumn, sql } from 'drizzle-orm'
import { users } from '~drizzle/schema'
import { type Db, db } from './db.server'

/** The day of an owner by `clock`, in the time zone of the owner's settings, `YYYY-MM-DD`. */
export async function ownerToday(ownerId: string, reader: Db = db) {
  const [row] = await reader
    .select({ today: sql<string>`owner_now(${ownerId}::uuid)::date::text` })
    .from(sql`(values (1)) one`)
  return row?.today ?? ''
}

/** The day of an instant in the time zone of the user in the row, `YYYY-MM-DD`. */
export const localDay = (instant: AnyColumn) =>
  sql<string>`to_char(wall_clock(${instant}, ${users.timeZone}), 'YYYY-MM-DD')`

import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm'
import { users } from '~drizzle/schema'
import { type Db, db } from './db.server'
import { wallClockText } from './fragments.server'

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

/** The instant of a wall-clock time, `YYYY-MM-DDTHH:mm`, in the time zone of the owner's settings. */
export async function instantOf(ownerId: string, wallClock: string) {
  const [row] = await db
    .select({
      at: sql<Date>`instant_of(${wallClock}::timestamp, ${users.timeZone})`.mapWith(users.createdAt),
    })
    .from(users)
    .where(eq(users._id, ownerId))
  return row?.at ?? new Date(Number.NaN)
}

/** The wall-clock time of an owner, now and an hour ago, `YYYY-MM-DDTHH:mm`. */
export async function ownerClock(ownerId: string) {
  const at = (instant: SQL) => wallClockText(sql`wall_clock(${instant}, ${users.timeZone})`)
  const [row] = await db
    .select({ now: at(sql`clock_now()`), lastHour: at(sql`clock_now() - interval '1 hour'`) })
    .from(users)
    .where(eq(users._id, ownerId))
  return row ?? { now: '', lastHour: '' }
}

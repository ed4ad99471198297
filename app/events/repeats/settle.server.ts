import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { type Db, db, isEmbedded } from '~/base/db/db.server'
import { wallClockText } from '~/base/db/fragments.server'
import { events } from '~drizzle/schema'
import { standingOf } from './occurrences'

/** The embedded database runs in this process, so long transactions would delay requests. */
const batchSize = isEmbedded ? 50 : 500

/** Derives where the series of an owner stand whose times have changed in the transaction, which reads it afterwards. */
export async function settleSeries(tx: Db, ownerId: string) {
  while ((await settleBatch(tx, ownerId)) === batchSize);
}

/**
 * Derives where series stand whose next occurrence has ended, or whose times were changed by a writer that did not do it.
 * Several processes may run it at the same time.
 */
export async function settleAllSeries() {
  while ((await db.transaction((tx) => settleBatch(tx))) === batchSize);
}

/** Returns the number of series. */
async function settleBatch(tx: Db, ownerId?: string) {
  const { repeat, skipped, startDate, endDate } = events
  const stale = await tx
    .select({
      owner: events.ownerId,
      id: events._id,
      ...{ repeat, skipped, startDate, endDate },
      now: wallClockText(sql`owner_now(${events.ownerId})`),
    })
    .from(events)
    .where(
      and(
        lte(events.settleAt, sql`clock_now()`),
        isNotNull(repeat),
        ownerId === undefined ? undefined : eq(events.ownerId, ownerId),
      ),
    )
    .orderBy(asc(events.settleAt))
    .limit(batchSize)
    .for('update', { skipLocked: true })
  if (stale.length === 0) return 0
  const settled = stale.map(({ owner, id, now, repeat, ...times }) => ({
    owner,
    id,
    ...standingOf({ ...times, repeat: repeat ?? '' }, now),
  }))
  await tx.execute(sql`
    update events set repeat_until = "repeatUntil", next_start = "nextStart", last_end = "lastEnd",
      settle_at = instant_of("nextStart" + (end_date - start_date), users.time_zone)
    from json_to_recordset(${JSON.stringify(settled)}::json)
      as settled (owner uuid, id uuid, "repeatUntil" timestamp, "nextStart" timestamp, "lastEnd" timestamp), users
    where events.owner_id = settled.owner and events.id = settled.id and users.id = settled.owner`)
  return stale.length
}

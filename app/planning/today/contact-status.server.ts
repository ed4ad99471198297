import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { type Db, db, isEmbedded } from '~/base/db/db.server'
import { inBackground } from '~/base/node/background.server'
import { settleAllSeries, settleSeries } from '~/events/repeats/settle.server'
import { contactStatus, events } from '~drizzle/schema'

/** The embedded database runs in this process, so long transactions would delay requests. */
const batchSize = isEmbedded ? 50 : 500

/**
 * Counts the events and the occurrences of series that have ended as contact with their attendees (product 18.3). Several processes may run it at the
 * same time. Returns the number of buds.
 */
export async function countEndedEvents(): Promise<number> {
  await settleAllSeries()
  return recheckEnded()
}

async function recheckEnded(): Promise<number> {
  const found = await db.transaction(async (tx) => {
    const due = sql`select owner_id, bud_id from contact_status where recheck_at <= clock_now()
      order by recheck_at limit ${sql.raw(String(batchSize))} for update skip locked`
    const [row] = await tx
      .select({
        n: sql<number>`coalesce(sum(cardinality(bud_ids)), 0)::int`,
        done: sql`count(update_contact_status(owner_id, bud_ids))`,
      })
      .from(sql`(select owner_id, array_agg(bud_id) as bud_ids from (${due}) due group by owner_id) due`)
    return row?.n ?? 0
  })
  return found === 0 ? 0 : found + (await recheckEnded())
}

/**
 * Derives the contact status of all buds of an owner again, after a change of the time zone. Returns whether rows are
 * left for `recheckInBackground`, which the caller starts after the commit.
 */
export async function recheckContacts(tx: Db, ownerId: string) {
  const isSeries = and(eq(events.ownerId, ownerId), isNotNull(events.repeat))
  await tx.update(events).set({ settleAt: sql`clock_now()` }).where(isSeries)
  await settleSeries(tx, ownerId)
  const rows = await tx
    .update(contactStatus)
    .set({ recheckAt: sql`clock_now()` })
    .where(eq(contactStatus.ownerId, ownerId))
    .returning({ budId: contactStatus.budId })
  if (rows.length > batchSize) return true
  const ids = JSON.stringify(rows.map(({ budId }) => budId))
  if (rows.length > 0)
    await tx.execute(sql`select update_contact_status(${ownerId}::uuid,
      array(select value::uuid from json_array_elements_text(${ids}::json)))`)
  return false
}

export function recheckInBackground() {
  inBackground('contact status', async () => void (await countEndedEvents()))
}

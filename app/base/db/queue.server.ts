import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { mails, webhookDeliveries } from '~drizzle/schema'
import { clock } from './clock.server'
import { db } from './db.server'

type Queue = typeof mails | typeof webhookDeliveries

/**
 * Claims due rows of an outbox: they are `sending` before they are sent, so that concurrent processes never send the same
 * one. `at` is the time of the claim then.
 */
export async function claimDue<T extends Queue>(queue: T, limit: number, condition?: SQL) {
  const table = queue as typeof mails
  const due = db
    .select({ _id: table._id })
    .from(table)
    .where(and(eq(table.state, 'pending'), lte(table.at, clock.now()), condition))
    .orderBy(table.at)
    .limit(limit)
    .for('update', { skipLocked: true })
  const claimed = await db
    .update(table)
    .set({ state: 'sending', at: clock.now(), attempts: sql`${table.attempts} + 1` })
    .where(inArray(table._id, due))
    .returning()
  return claimed as unknown as T['$inferSelect'][]
}

/** SQL condition: the row is still that of a claim. Another process may have taken over from one that stalled. */
export const isStillClaimed = (queue: Queue, { _id, at }: { _id: string; at: Date }) =>
  and(eq(queue._id, _id), eq(queue.state, 'sending'), eq(queue.at, at))

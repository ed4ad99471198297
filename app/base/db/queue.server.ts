import { and, eq, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { mails, webhookDeliveries } from '~drizzle/schema'
import { db } from './db.server'

type Queue = typeof mails | typeof webhookDeliveries

/**
 * A time for `at`: when a row is due, or its state changed. It is the database's, because the clock of a process may differ,
 * and in milliseconds, as JavaScript reads it.
 */
export const timeIn = (milliseconds: number) =>
  sql<Date>`date_trunc('milliseconds', clock_now() + make_interval(secs => ${milliseconds / 1_000}))`
export const queueNow = timeIn(0)

/** SQL condition: a row is due. The time is read once a statement. */
export const isDue = ({ state, at }: Queue) => and(eq(state, 'pending'), lte(at, sql`(select clock_now())`))

/** SQL condition: the process that had claimed a row takes longer than it may. */
export const isAbandoned = ({ state, at }: Queue, milliseconds: number) =>
  and(eq(state, 'sending'), lt(at, sql`(select ${timeIn(-milliseconds)})`))

/**
 * Claims due rows of an outbox: they are `sending` before they are sent, so that concurrent processes never send the same
 * one. `at` is the time of the claim then.
 */
export async function claimDue<T extends Queue>(queue: T, limit: number, condition?: SQL) {
  const table = queue as typeof mails
  const due = db
    .select({ _id: table._id })
    .from(table)
    .where(and(isDue(table), condition))
    .orderBy(table.at)
    .limit(limit)
    .for('update', { skipLocked: true })
  const claimed = await db
    .update(table)
    .set({ state: 'sending', at: queueNow, attempts: sql`${table.attempts} + 1` })
    .where(inArray(table._id, due))
    .returning()
  return claimed as unknown as T['$inferSelect'][]
}

/** SQL condition: the row is still that of a claim. Another process may have taken over from one that stalled. */
export const isStillClaimed = (queue: Queue, { _id, at }: { _id: string; at: Date }) =>
  and(eq(queue._id, _id), eq(queue.state, 'sending'), eq(queue.at, at))

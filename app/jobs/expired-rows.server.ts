import { lte, sql } from 'drizzle-orm'
import { db } from '~/db/db.server'
import { emailChanges, idempotencyKeys, passwordResets, sessions, throttleCounters } from '~drizzle/schema'

/** Deletes rows that have no effect any more. */
export async function deleteExpiredRows() {
  for (const table of [sessions, throttleCounters, idempotencyKeys, passwordResets, emailChanges]) {
    await db.delete(table).where(lte(table.expiresAt, sql`now()`))
  }
}

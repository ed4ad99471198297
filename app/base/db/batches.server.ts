import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { isStopping } from '~/base/node/background.server'
import { pacer } from '~/base/node/pacer.server'
import { db, isEmbedded } from './db.server'

/** Rows in a transaction. The embedded database lets no other query run meanwhile. */
const batchSize = isEmbedded ? 50 : 1_000

/**
 * Deletes the rows that meet a condition in small transactions, without a record in the history. Several processes may do
 * so at once. Resolves to false if the server shuts down before the end.
 */
export async function deleteInBatches(table: PgTable, condition: SQL | undefined) {
  const yieldToRequests = pacer()
  while (!isStopping()) {
    const isDone = !(await deleteBatch(table, condition)) && (await db.$count(table, condition)) === 0
    if (isDone) return true
    await yieldToRequests()
  }
  return false
}

/** Resolves to false if no row was left, or if another process has deleted the batch. */
function deleteBatch(table: PgTable, condition: SQL | undefined) {
  return db.transaction(async (tx) => {
    // A bitmap scan would read all rows that are left for each batch.
    await tx.execute(sql`select set_config('budkeeper.change', 'off', true),
      set_config('enable_bitmapscan', 'off', true)`)
    const batch = sql`select ctid from ${table} where ${condition} limit ${batchSize}`
    const isInBatch = sql`${sql.identifier(getTableName(table))}.ctid = any(array(${batch}))`
    const deleted = await tx.delete(table).where(isInBatch).returning({ one: sql`1` })
    return deleted.length > 0
  })
}

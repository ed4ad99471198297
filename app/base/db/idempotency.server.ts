import { eq, sql } from 'drizzle-orm'
import { idempotencyKeys } from '~drizzle/schema'
import { type Db, db } from './db.server'

/**
 * Runs `work` at most once a day under an idempotency key, in the transaction that stores the key. A concurrent call
 * waits for the first one, and runs `work` only if that one failed.
 */
export function runOnce(key: string, work: (tx: Db) => Promise<unknown>) {
  return db.transaction(async (tx) => {
    if (await isFirst(tx, key)) await work(tx)
  })
}

/** As `runOnce`. A repeated call resolves to what the first one has resolved to. */
export function resultOnce<T>(key: string, work: (tx: Db) => Promise<T>) {
  return db.transaction(async (tx) => {
    const { result } = idempotencyKeys
    const isStored = eq(idempotencyKeys.key, key)
    if (!(await isFirst(tx, key))) {
      const [first] = await tx.select({ result }).from(idempotencyKeys).where(isStored)
      return first?.result as T
    }
    const done = await work(tx)
    await tx.update(idempotencyKeys).set({ result: done }).where(isStored)
    return done
  })
}

/** Whether nobody has stored the key within a day. Then the transaction stores it. */
export async function isFirst(tx: Db, key: string) {
  const [inserted] = await tx
    .insert(idempotencyKeys)
    .values({ key, expiresAt: sql`now() + interval '1 day'` })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  return inserted !== undefined
}

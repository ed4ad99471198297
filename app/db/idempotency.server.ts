import { eq, sql } from 'drizzle-orm'
import { idempotencyKeys } from '~drizzle/schema'
import { db } from './db.server'

const activeRuns = new Map<string, Promise<void>>()

/**
 * Runs `work` at most once a day under an idempotency key. It can run again if it throws. A concurrent call in this
 * process gets the result of the first one.
 */
export function runOnce(key: string, work: () => Promise<void>) {
  const run = activeRuns.get(key) ?? runUnlessDone(key, work).finally(() => activeRuns.delete(key))
  activeRuns.set(key, run)
  return run
}

async function runUnlessDone(key: string, work: () => Promise<void>) {
  const [inserted] = await db
    .insert(idempotencyKeys)
    .values({ key, expiresAt: sql`now() + interval '1 day'` })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (!inserted) return
  try {
    await work()
  } catch (error) {
    // The work can be retried under the same key.
    await db.delete(idempotencyKeys).where(eq(idempotencyKeys.key, key))
    throw error
  }
}

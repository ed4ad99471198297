import { eq, inArray, sql } from 'drizzle-orm'
import { db } from '~/db/db.server'
import { UserError } from '~/http/errors'
import { throttleCounters } from '~drizzle/schema'

/**
 * Exponential backoff: `freeAttempts` pass without a delay within `window`, which begins with the first attempt. The
 * delay then doubles with each attempt, from `firstDelay` to `maxDelay`. All times in seconds.
 */
export type ThrottlePolicy = { freeAttempts: number; window: number; firstDelay: number; maxDelay: number }

export type ThrottleBucket = { key: string; policy: ThrottlePolicy }

/** Counts an attempt in each bucket, or in none: throws 429 when one bucket refuses it. */
export async function consumeAll(buckets: ThrottleBucket[]) {
  for (const [n, { key, policy }] of buckets.entries()) {
    if (await consumeAttempt(key, policy)) continue
    await refund(buckets.slice(0, n))
    throw await tooManyAttempts(key)
  }
}

/**
 * Counts an attempt and returns whether it is allowed. One statement, so that concurrent attempts cannot exceed the
 * limit. It uses `clock_timestamp()`, because `now()` may be older than the row that a concurrent attempt has just
 * written.
 */
export async function consumeAttempt(
  key: string,
  { freeAttempts, window, firstDelay, maxDelay }: ThrottlePolicy,
  writer: Pick<typeof db, 'insert'> = db,
) {
  const clock = sql`clock_timestamp()`
  const windowEnd = sql`${clock} + make_interval(secs => ${window}::int)`
  const isExpired = sql`${throttleCounters.expiresAt} <= ${clock}`
  const attempts = sql`case when ${isExpired} then 1 else ${throttleCounters.attempts} + 1 end`
  const excess = sql`${attempts} - ${freeAttempts}::int`
  const delay = sql`make_interval(secs => case when ${excess} < 0 then 0
    else least(power(2, least(${excess}, 10)) * ${firstDelay}::int, ${maxDelay}::int) end)`
  const [consumed] = await writer
    .insert(throttleCounters)
    .values({ key, attempts: 1, nextAt: clock, expiresAt: windowEnd })
    .onConflictDoUpdate({
      target: throttleCounters.key,
      set: {
        attempts,
        nextAt: sql`${clock} + ${delay}`,
        expiresAt: sql`case when ${isExpired} then ${windowEnd} else ${throttleCounters.expiresAt} end`,
      },
      setWhere: sql`${throttleCounters.nextAt} <= ${clock}`,
    })
    .returning({ key: throttleCounters.key })
  return Boolean(consumed)
}

async function tooManyAttempts(key: string) {
  const [row] = await db
    .select({ seconds: sql<number>`ceil(extract(epoch from ${throttleCounters.nextAt} - now()))::int` })
    .from(throttleCounters)
    .where(eq(throttleCounters.key, key))
  const seconds = Math.max(1, row?.seconds ?? 1)
  return new UserError(429, `Too many attempts. Please try again in ${seconds} seconds`, {
    headers: { 'Retry-After': String(seconds) },
  })
}

/** Removes one attempt from the count, and the delay that it caused. */
export async function refund(buckets: ThrottleBucket[]) {
  const keys = buckets.map(({ key }) => key)
  await db
    .update(throttleCounters)
    .set({ attempts: sql`greatest(${throttleCounters.attempts} - 1, 0)`, nextAt: sql`clock_timestamp()` })
    .where(inArray(throttleCounters.key, keys))
}

export async function resetThrottle({ key }: ThrottleBucket) {
  await db.delete(throttleCounters).where(eq(throttleCounters.key, key))
}

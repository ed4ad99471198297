import { sql } from 'drizzle-orm'
import { db } from '~/db/db.server'
import { env } from '~/http/env.server'
import { UserError } from '~/http/errors'
import { log } from '~/http/log.server'
import { rateLimits } from '~drizzle/schema'

/**
 * API requests per user that this process has not stored yet. They are stored each second. The query for the session
 * also reads the stored count, so that no request needs a separate statement. Several processes together may exceed the
 * quota by the requests of one second.
 */
const unstoredRequests = new Map<string, number>()
let timer: NodeJS.Timeout | undefined

/** Counts an API request; throws 429 when the user has used up the quota of this minute. */
export function consumeQuota(userId: string, storedRequests: number) {
  if (env.API_RATE_LIMIT === 0) return
  const ownRequests = (unstoredRequests.get(userId) ?? 0) + 1
  if (storedRequests + ownRequests > env.API_RATE_LIMIT) {
    const seconds = 60 - new Date().getUTCSeconds()
    throw new UserError(429, `Too many requests. Please try again in ${seconds} seconds`, {
      headers: { 'Retry-After': String(seconds) },
    })
  }
  unstoredRequests.set(userId, ownRequests)
  timer ??= setTimeout(storeCounts, 1_000).unref()
}

async function storeCounts() {
  const rows = [...unstoredRequests].map(([userId, requests]) => ({
    userId,
    requests,
    minute: sql`date_trunc('minute', now())`,
  }))
  unstoredRequests.clear()
  timer = undefined
  const isSameMinute = sql`${rateLimits.minute} = excluded.minute`
  await db
    .insert(rateLimits)
    .values(rows)
    .onConflictDoUpdate({
      target: rateLimits.userId,
      set: {
        minute: sql`excluded.minute`,
        requests: sql`case when ${isSameMinute} then ${rateLimits.requests} else 0 end + excluded.requests`,
      },
    })
    .catch((error) => log.warn({ err: error }, 'API requests could not be counted'))
}

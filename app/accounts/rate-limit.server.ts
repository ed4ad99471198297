import { sql } from 'drizzle-orm'
import { db } from '~/db/db.server'
import { env } from '~/http/env.server'
import { UserError } from '~/http/errors'
import { log } from '~/http/log.server'
import { apiCalls } from '~drizzle/schema'

/**
 * The limit of API calls a minute and user. Counts live in the database, where all processes see them; a process adds
 * its own once a second, so that a call costs no statement: the count so far comes with the session.
 */
const pending = new Map<string, number>()
let timer: NodeJS.Timeout | undefined

/** Throws 429 when the user has no call left in this minute. */
export function countCall(userId: string, stored: number) {
  if (env.API_RATE_LIMIT === 0) return
  const own = (pending.get(userId) ?? 0) + 1
  if (stored + own > env.API_RATE_LIMIT) throw tooManyCalls()
  pending.set(userId, own)
  timer ??= setTimeout(storeCalls, 1_000).unref()
}

async function storeCalls() {
  const rows = [...pending].map(([userId, calls]) => ({
    userId,
    calls,
    minute: sql`date_trunc('minute', now())`,
  }))
  pending.clear()
  timer = undefined
  const isSameMinute = sql`${apiCalls.minute} = excluded.minute`
  await db
    .insert(apiCalls)
    .values(rows)
    .onConflictDoUpdate({
      target: apiCalls.userId,
      set: {
        minute: sql`excluded.minute`,
        calls: sql`case when ${isSameMinute} then ${apiCalls.calls} else 0 end + excluded.calls`,
      },
    })
    .catch((error) => log.warn({ err: error }, 'API calls could not be counted'))
}

function tooManyCalls() {
  const seconds = 60 - new Date().getUTCSeconds()
  return new UserError(429, `Too many requests. Please try again in ${seconds} seconds`, {
    headers: { 'Retry-After': String(seconds) },
  })
}

import { sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import { env } from '~/base/node/env.server'
import { UserError } from '~/base/node/errors'
import { log } from '~/base/node/log.server'
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

/**
 * Requests a minute: the pages of an account, twice its API requests, because each may be several requests; those of a
 * feed; and those of a device, whose first sync may send each record by itself.
 */
const pageLimits = { screens: 2 * env.API_RATE_LIMIT, feed: 60, device: 5 * env.API_RATE_LIMIT }

const pages = new Map<string, number>()
let minute = 0

/** Counts a page of an account or a feed in this process; throws 429 after too many in a minute. Stores nothing. */
export function consumePageQuota(kind: 'screens' | 'feed', id: string) {
  if (isWithin(kind, id)) return
  const headers = { 'Retry-After': secondsLeft(), 'Cache-Control': 'no-store' }
  throw new Response(null, { status: 429, statusText: 'Too Many Requests', headers })
}

/** Counts a request of a device in this process; throws 429 after too many in a minute. */
export function consumeDeviceQuota(id: string) {
  if (isWithin('device', id)) return
  throw new UserError(429, `Too many requests. Please try again in ${secondsLeft()} seconds`, {
    headers: { 'Retry-After': secondsLeft() },
  })
}

const secondsLeft = () => String(60 - new Date().getUTCSeconds())

function isWithin(kind: keyof typeof pageLimits, id: string) {
  if (env.API_RATE_LIMIT === 0) return true
  const now = Math.floor(Date.now() / 60_000)
  if (now !== minute) pages.clear()
  minute = now
  const key = `${kind} ${id}`
  const count = (pages.get(key) ?? 0) + 1
  if (count > pageLimits[kind]) return false
  pages.set(key, count)
  return true
}

/** The counts of users who were deleted meanwhile are not stored. */
async function storeCounts() {
  const rows = [...unstoredRequests].map(([user_id, requests]) => ({ user_id, requests }))
  unstoredRequests.clear()
  timer = undefined
  await db
    .execute(sql`
      insert into ${rateLimits} as stored (user_id, minute, requests)
      select user_id, date_trunc('minute', now()), requests
      from json_to_recordset(${JSON.stringify(rows)}::json) as counted (user_id uuid, requests int)
      join users on users.id = user_id
      for key share of users
      on conflict (user_id) do update set
        minute = excluded.minute,
        requests = case when stored.minute = excluded.minute then stored.requests else 0 end + excluded.requests`)
    .catch((error) => log.warn({ err: error }, 'API requests could not be counted'))
}

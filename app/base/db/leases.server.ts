import { and, eq, lt, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { log } from '~/base/node/log.server'
import { leases } from '~drizzle/schema'
import { db, isEmbedded } from './db.server'

type Options = {
  /** Milliseconds to wait for the lease. With 0, there is a single attempt. */
  wait: number
  /** Milliseconds until the lease expires. It is renewed while the work runs. */
  ttl: number
}

/**
 * For work in the background that any process can continue. A process that stalls for longer loses the lease, so each write
 * of the work must be safe then.
 */
export const workLease: Options = { wait: 0, ttl: 10_000 }

/** Only one process uses the embedded database, so leases at its start are those of a process that has died. */
export async function releaseOldLeases() {
  if (isEmbedded) await db.delete(leases)
}

const queues = new Map<string, Promise<unknown>>()
/** Owner ids of this process's leases, by key. */
const owners = new Map<string, string>()

/** SQL condition for writes: this process still owns the lease. An expired lease may have another owner. */
export function ownsLease(key: string) {
  const owner = owners.get(key) ?? null
  return sql`exists (select 1 from ${leases} where ${leases.key} = ${key} and ${leases.owner} = ${owner})`
}

/** Runs `work` under the lease `key`. Resolves to null if the lease was not available in time. */
export async function withLease<T>(key: string, options: Options, work: () => Promise<T>) {
  // Within a process, callers wait in a queue, so that only one of them polls the database.
  const previous = options.wait > 0 ? queues.get(key) : undefined
  const turn = (previous ?? Promise.resolve()).catch(() => {}).then(() => runUnderLease(key, options, work))
  queues.set(key, turn)
  return turn.finally(() => queues.get(key) === turn && queues.delete(key))
}

async function runUnderLease<T>(key: string, { wait, ttl }: Options, work: () => Promise<T>) {
  const owner = uuid()
  const deadline = Date.now() + wait
  while (!(await acquireLease(key, owner, ttl))) {
    if (Date.now() >= deadline) return null
    await pause()
  }
  const isOwned = and(eq(leases.key, key), eq(leases.owner, owner))
  const renew = () =>
    db
      .update(leases)
      .set({ expiresAt: after(ttl) })
      .where(isOwned)
      .catch((error) => log.warn({ err: error }, 'lease not renewed'))
  const renewal = setInterval(renew, ttl / 3)
  owners.set(key, owner)
  try {
    return await work()
  } finally {
    owners.delete(key)
    clearInterval(renewal)
    await db.delete(leases).where(isOwned)
  }
}

async function acquireLease(key: string, owner: string, ttl: number) {
  const expiresAt = after(ttl)
  const acquired = await db
    .insert(leases)
    .values({ key, owner, expiresAt })
    .onConflictDoUpdate({
      target: leases.key,
      set: { owner, expiresAt },
      setWhere: lt(leases.expiresAt, sql`now()`),
    })
    .returning()
  return acquired.length > 0
}

const after = (ms: number) => sql`now() + make_interval(secs => ${ms / 1_000})`

const pause = () => new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 40))

import { and, eq, lt, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { log } from '~/http/log.server'
import { locks } from '~drizzle/schema'
import { db } from './db.server'

type Terms = {
  /** How long to wait for it (milliseconds); 0 takes it at once or not at all. */
  wait: number
  /** After so many seconds the lock of a process that died is free; who lives renews it. */
  lease: number
}

const queues = new Map<string, Promise<unknown>>()
const holders = new Map<string, string>()

/** For the `where` of what is written under a lock: its lease may have run out, and somebody else be at work by now. */
export function isHeld(key: string) {
  const holder = holders.get(key) ?? null
  return sql`exists (select 1 from ${locks} where ${locks.key} = ${key} and ${locks.holder} = ${holder})`
}

/** Runs `work` while nobody else holds `key`, in this process or another; null when it could not be had in time. */
export async function underLock<T>(key: string, terms: Terms, work: () => Promise<T>) {
  const before = terms.wait > 0 ? queues.get(key) : undefined
  const turn = (before ?? Promise.resolve()).catch(() => {}).then(() => hold(key, terms, work))
  queues.set(key, turn)
  return turn.finally(() => queues.get(key) === turn && queues.delete(key))
}

async function hold<T>(key: string, { wait, lease }: Terms, work: () => Promise<T>) {
  const holder = uuid()
  const until = sql`now() + make_interval(secs => ${lease})`
  for (const deadline = Date.now() + wait; !(await take(key, holder, until)); await pause()) {
    if (Date.now() >= deadline) return null
  }
  const isOurs = and(eq(locks.key, key), eq(locks.holder, holder))
  const renew = () => db.update(locks).set({ until }).where(isOurs).catch(couldNotRenew)
  const renewing = setInterval(renew, (lease * 1_000) / 3)
  holders.set(key, holder)
  try {
    return await work()
  } finally {
    holders.delete(key)
    clearInterval(renewing)
    await db.delete(locks).where(isOurs)
  }
}

function couldNotRenew(error: unknown) {
  log.warn({ err: error }, 'a lock could not be renewed')
}

async function take(key: string, holder: string, until: ReturnType<typeof sql>) {
  const taken = await db
    .insert(locks)
    .values({ key, holder, until })
    .onConflictDoUpdate({ target: locks.key, set: { holder, until }, setWhere: lt(locks.until, sql`now()`) })
    .returning()
  return taken.length > 0
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 40))

import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { db } from '~/base/db/db.server'

export const times = <T>(n: number, make: (n: number) => T) => Array.from({ length: n }, (_, i) => make(i))

/** Starts `n` tasks before it waits for any. */
export const atOnce = <T>(n: number, start: (n: number) => Promise<T>) => Promise.all(times(n, start))

export function countByStatus(responses: { status: number }[]) {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Runs `work` while another transaction holds the row lock of a bud. */
export function withLockedBud<T>(id: string, work: (tx: postgres.TransactionSql) => Promise<T>) {
  return inTransaction(async (tx) => {
    await tx`select from buds where id = ${id} for update`
    return work(tx)
  })
}

/** Runs `work` in a transaction on a connection of its own and commits afterwards. */
export async function inTransaction<T>(work: (tx: postgres.TransactionSql) => Promise<T>) {
  const connection = postgres(process.env.DATABASE_URL ?? '', { max: 1, onnotice: () => {} })
  try {
    return (await connection.begin(work)) as T
  } finally {
    await connection.end()
  }
}

/** Waits until `count` statements of the app wait for a lock, and returns the process ids of their backends. */
export async function untilBlocked(count = 1) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    const blocked = await db.execute(sql`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and application_name = 'budkeeper'`)
    const pids = (blocked as unknown as { pid: number }[]).map(({ pid }) => pid)
    if (pids.length >= count) return pids
  }
  throw new Error(`expected ${count} statements to wait for a lock`)
}

/**
 * Provokes a deadlock: waits until another transaction waits for this one, and then locks a row which the other
 * transaction has locked. PostgreSQL looks for a deadlock when a transaction has waited for `deadlock_timeout`, and
 * aborts the one that has waited. That is the other transaction, because the timeout of this one is longer.
 */
export function provokeDeadlock(tx: postgres.TransactionSql, table: string, id: string) {
  return tx.unsafe(`do $$ begin
    perform set_config('deadlock_timeout', '20s', true);
    for n in 1..6000 loop
      exit when exists (select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid);
      perform pg_sleep(0.01);
    end loop;
    perform from ${table} where id = '${id}' for update;
  end $$`)
}

export async function cancel(pids: number[]) {
  for (const pid of pids) await db.execute(sql`select pg_cancel_backend(${pid})`)
}

import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { isStopping } from '~/base/node/background.server'
import { db, isEmbedded } from './db.server'

/**
 * Vacuums the tables of which about a fifth has changed, as the autovacuum of a server does. The embedded database has no
 * process for that: it would grow with each change and choose its plans without statistics.
 */
export async function vacuumTables() {
  if (!isEmbedded) return
  const isDue = sql`n_dead_tup > 500 + 0.2 * n_live_tup or n_mod_since_analyze > 500 + 0.1 * n_live_tup`
  const tables = await db
    .select({ schema: sql<string>`schemaname`, name: sql<string>`relname` })
    .from(sql`pg_stat_user_tables`)
    .where(isDue)
  for (const { schema, name } of tables) {
    if (isStopping()) return
    await db.execute(sql`vacuum (analyze) ${sql.identifier(schema)}.${sql.identifier(name)}`)
    // What has arrived meanwhile comes first.
    await setImmediate()
  }
}

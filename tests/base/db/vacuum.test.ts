import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db, isEmbedded } from '~/base/db/db.server'
import { vacuumTables } from '~/base/db/vacuum.server'
import { buds } from '~drizzle/schema'
import { isRemote } from '../../support/database'
import { createUser } from '../../support/factories'

/** The rows of `buds` that are dead, and those that the planner knows. */
async function readCounts() {
  const [row] = await db
    .select({
      dead: sql<number>`n_dead_tup`,
      known: sql<number>`(select reltuples from pg_class where oid = relid)`,
    })
    .from(sql`pg_stat_user_tables`)
    .where(sql`relname = 'buds'`)
  return { dead: Number(row?.dead), known: Number(row?.known) }
}

test.skipIf(isRemote || !isEmbedded)(
  'a table that has changed much is vacuumed and known to the planner',
  async () => {
    const { _id } = await createUser()
    await db.execute(sql`insert into buds (owner_id, id, first_name)
    select ${_id}::uuid, gen_random_uuid(), 'Ada' from generate_series(1, 1000)`)
    await db.update(buds).set({ notes: 'Changed' }).where(eq(buds.ownerId, _id))
    // The database counts its rows at most once a second.
    await setTimeout(1_500)
    await db.execute(sql`select 1`)
    expect((await readCounts()).dead).toBeGreaterThanOrEqual(1_000)
    await vacuumTables()
    const { dead, known } = await readCounts()
    expect(dead).toBe(0)
    expect(known).toBeGreaterThanOrEqual(1_000)
  },
)

import { setTimeout } from 'node:timers/promises'
import { and, eq, getTableName, is, isNotNull, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type Db, db, isEmbedded } from '~/db/db.server'
import { withLease } from '~/db/leases.server'
import * as schema from '~drizzle/schema'

const { contactStatus, users } = schema

/** The tables that have a column. */
function tablesWith<Name extends string>(column: Name) {
  const tables = Object.values(schema).filter((table) => is(table, PgTable))
  return tables.filter((table) => column in table) as (PgTable & Record<Name, PgColumn>)[]
}

/** A user has few rows in these tables. */
const accountTables = tablesWith('userId')

/** Deletes all that belongs to an account apart from its records, such as sessions, links, pending mails and the avatar. */
export async function deleteAccountRows(tx: Db, userId: string) {
  for (const table of accountTables) await tx.delete(table).where(eq(table.userId, userId))
}

/** Whether the rows do not hang on others, so that a deletion cascades from them. */
const isParent = (table: PgTable) =>
  getTableConfig(table).foreignKeys.some((key) => key.reference().foreignTable === users)

/**
 * The tables of the user's records. The contact status goes first, because otherwise triggers would derive it for each
 * link that is deleted. Parents go last, so that no deletion cascades to many rows.
 */
const recordTables = tablesWith('ownerId').toSorted((a, b) => rank(a) - rank(b))

function rank(table: PgTable) {
  if (table === contactStatus) return 0
  return isParent(table) ? 2 : 1
}

/** The embedded database runs in this process, so long transactions would delay requests. */
const batchSize = isEmbedded ? 50 : 1_000
/** Milliseconds of a run, for which a shutdown waits. The next run continues. */
const maxDuration = 5_000

/** The job that deletes ended accounts with all of their data. It may be killed, and several processes may run it. */
export async function deleteEndedAccounts() {
  const end = Date.now() + maxDuration
  const ended = await db
    .select({ _id: users._id })
    .from(users)
    .where(isNotNull(users.endedAt))
    .orderBy(users.endedAt)
    .limit(10)
  for (const { _id } of ended) await deleteEndedAccount(_id, end)
}

/** Deletes the records of an ended account in batches, and then the account. Another process may be doing so already. */
export async function deleteEndedAccount(userId: string, end = Date.now() + maxDuration) {
  await withLease(`delete ${userId}`, { wait: 0, ttl: 30_000 }, async () => {
    for (const table of recordTables) {
      while (await deleteBatch(table, userId)) if (Date.now() > end) return
    }
    await db.delete(users).where(and(eq(users._id, userId), isNotNull(users.endedAt)))
  })
}

/** Returns whether there may be more rows. On the embedded database, other requests get half of the time. */
async function deleteBatch(table: (typeof recordTables)[number], userId: string) {
  const started = performance.now()
  const count = await db.transaction(async (tx) => {
    // Otherwise the history would record each row.
    await tx.execute(sql`select set_config('budkeeper.change', 'off', true)`)
    const batch = sql`select ctid from ${table} where ${eq(table.ownerId, userId)} limit ${batchSize}`
    const isInBatch = sql`${sql.identifier(getTableName(table))}.ctid = any(array(${batch}))`
    return (await tx.delete(table).where(isInBatch).returning({ ownerId: table.ownerId })).length
  })
  if (isEmbedded && count > 0) await setTimeout(performance.now() - started)
  return count > 0
}

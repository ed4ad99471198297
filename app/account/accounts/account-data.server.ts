import { and, eq, is, isNotNull } from 'drizzle-orm'
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { deleteInBatches } from '~/base/db/batches.server'
import { type Db, db } from '~/base/db/db.server'
import { withLease, workLease } from '~/base/db/leases.server'
import * as schema from '~drizzle/schema'

const { contactStatus, syncStates, users } = schema

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
 * The tables of the user's records. The contact status and the state of syncs go first, because otherwise triggers would
 * derive something for each row that is deleted. Parents go last, so that no deletion cascades to many rows.
 */
const ownedTables = tablesWith('ownerId').toSorted((a, b) => rank(a) - rank(b))

function rank(table: PgTable) {
  if (table === contactStatus || table === syncStates) return 0
  return isParent(table) ? 2 : 1
}

/** The job that deletes ended accounts with all of their data. It may be killed, and several processes may run it. */
export async function deleteEndedAccounts() {
  const ended = await db
    .select({ _id: users._id })
    .from(users)
    .where(isNotNull(users.endedAt))
    .orderBy(users.endedAt)
    .limit(10)
  for (const { _id } of ended) await deleteEndedAccount(_id)
}

/** Deletes the records of an ended account in batches, and then the account. Another process may be doing so already. */
export async function deleteEndedAccount(userId: string) {
  await withLease(`delete ${userId}`, workLease, async () => {
    for (const table of ownedTables) {
      if (!(await deleteInBatches(table, eq(table.ownerId, userId)))) return
    }
    await db.delete(users).where(and(eq(users._id, userId), isNotNull(users.endedAt)))
  })
}

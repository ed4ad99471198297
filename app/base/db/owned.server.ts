import { and, eq, type Placeholder, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { UserError } from '~/base/node/errors'
import { changes } from '~drizzle/schema'
import { type Db, db } from './db.server'
import type { Columns, Row } from './lists.server'

/** Helpers for queries by id: a condition, and an assertion. A malformed id gets the same 404 as a missing row. */
export function byId(noun: string, table: PgTable & Record<'_id', PgColumn>) {
  const notFound = () => new UserError(404, `${noun} not found`)
  const validId = (id: string) => {
    if (!z.guid().safeParse(id).success) throw notFound()
    return id
  }
  return {
    validId,
    hasId: (id: string) => eq(table._id, validId(id)),
    assertFound<T>(row: T | undefined): T {
      if (!row) throw notFound()
      return row
    },
  }
}

/** Helpers for queries by owner and id. Rows of other owners get the same 404 as missing rows. */
export function byOwnerAndId(noun: string, table: PgTable & Record<'ownerId' | '_id', PgColumn>) {
  const { validId, hasId, assertFound } = byId(noun, table)
  const isOwn = (ownerId: string, id: string) => and(eq(table.ownerId, ownerId), hasId(id))
  const name = noun.toLowerCase()
  /** Returns a function that reads one record. Its statement is built once for all requests outside of transactions. */
  function finder<C extends Columns>(columns: C) {
    const isRecord = and(eq(table.ownerId, sql.placeholder('ownerId')), eq(table._id, sql.placeholder('id')))
    const statementOf = (tx: Db) => tx.select(columns).from(table).where(isRecord).prepare(`select_${name}`)
    const statement = statementOf(db)
    return async (ownerId: string, id: string, tx: Db = db) => {
      const [row] = await (tx === db ? statement : statementOf(tx)).execute({ ownerId, id: validId(id) })
      return assertFound(row as Row<C> | undefined)
    }
  }
  /**
   * Locks the row until the transaction ends, and begins a change set. If the record contains buds, a second statement
   * has to read it: only a snapshot taken after the lock contains buds that another transaction wrote while this one
   * waited.
   */
  const lockRow = async (tx: Db, ownerId: string, id: string) => {
    const locked = tx.select({ changeId }).from(table).where(isOwn(ownerId, id)).for('update')
    const [row] = await locked.prepare(`lock_${name}`).execute()
    return assertFound(row)
  }
  /** For a call below the path of a record, whose body means nothing without it. */
  const assertExists = async (ownerId: string, id: string) => {
    assertFound((await db.select({ _id: table._id }).from(table).where(isOwn(ownerId, id)))[0])
  }
  return { assertFound, assertExists, finder, isOwn, lockRow }
}

/** Begins the change set of a transaction and returns its id. The trigger `record_change` stores it. */
export const changeId = sql<string>`begin_change()`

/** Begins a change set in a statement of its own, for a transaction that creates a record. */
export async function beginChange(tx: Db) {
  const [row] = await tx.select({ changeId }).from(sql`(values (1)) one`)
  return row?.changeId ?? ''
}

/** Names a change set after its record, whose own row has no name. */
export async function nameChange(tx: Db, ownerId: string, id: string, name: string) {
  await tx
    .update(changes)
    .set({ name })
    .where(and(eq(changes.ownerId, ownerId), eq(changes._id, id)))
}

/** A list of ids as one parameter. As text, because the driver of PostgreSQL sends no arrays of an unknown type. */
export const idList = (ids: unknown[]) => sql`string_to_array(${ids.join(',')}, ',')::uuid[]`

/** The columns of `table` with the names in `fields`, in this order. Skips fields that are not columns. */
export function columnsOf<T extends PgTable, Field extends string>(table: T, fields: Field[]) {
  const columns = fields.filter((field) => field in table).map((field) => [field, table[field as keyof T]])
  return Object.fromEntries(columns) as Pick<T, Field & keyof T>
}

/** The values of a prepared INSERT. */
export const placeholders = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Record<Name, Placeholder<Name>>

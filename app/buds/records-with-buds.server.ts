import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { v7 as uuid } from 'uuid'
import { type Db, db } from '~/db/db.server'
import { byOwnerAndId } from '~/db/owned.server'
import { assertNotStale, type ExpectedVersion, isAlreadyStored, type Versioned } from '~/db/versions.server'
import { fullName } from './bud'
import type { BudName } from './bud-input.server'
import { type LinkTable, writeBuds } from './selected-buds.server'

type Input = { selectedBuds: string[] }

/** A circle or an event as the app and the API return it. */
export type RecordWithBuds<I extends Input> = Omit<I, 'selectedBuds'> & {
  _id: string
  createdAt: Date
  buds: BudName[]
}

type Kind<I extends Input> = {
  noun: string
  table: PgTable & Record<'ownerId' | '_id' | 'version', PgColumn>
  linkTable: LinkTable
  /** The fields of `RecordWithBuds`. */
  columns: Record<string, PgColumn | SQL.Aliased>
  /** Throws for fields that contradict each other. */
  assertValid?: (fields: Omit<I, 'selectedBuds'>) => void
  /** Replaces stored values in the messages of a conflict. */
  readableOf?: (record: RecordWithBuds<I>) => Record<string, unknown>
}

/** The operations on circles or events. Each stores the record and its buds in one transaction. */
export function recordsWithBuds<I extends Input>(kind: Kind<I>) {
  const { noun, table, linkTable, columns, assertValid, readableOf } = kind
  const { isOwn, assertFound } = byOwnerAndId(noun, table)
  const versionedColumns = { ...columns, version: table.version }
  type Stored = Versioned<RecordWithBuds<I>>

  async function find(ownerId: string, id: string, tx: Db = db) {
    const [record] = await tx.select(versionedColumns).from(table).where(isOwn(ownerId, id))
    return assertFound<unknown>(record) as Stored
  }

  /**
   * Locks the record until the transaction ends. A second statement reads it: only a snapshot from after the lock
   * contains the buds that another transaction wrote during the wait.
   */
  async function lock(tx: Db, ownerId: string, id: string) {
    await tx.select({ _id: table._id }).from(table).where(isOwn(ownerId, id)).for('update')
    return find(ownerId, id, tx)
  }

  function editOf(record: Stored, change: Partial<I>) {
    const stored = { ...record, selectedBuds: record.buds.map(({ _id }) => _id).sort() }
    const readable = { selectedBuds: record.buds.map(fullName), ...readableOf?.(record) }
    return { change, stored, readable }
  }

  return {
    find,

    /** Idempotent: a repeated id returns the record created first. */
    async create(ownerId: string, { selectedBuds, ...fields }: I, id = uuid()) {
      assertValid?.(fields)
      return db.transaction(async (tx) => {
        const [inserted] = await tx
          .insert(table)
          .values({ ...fields, ownerId, _id: id } as never)
          .onConflictDoNothing({ target: [table.ownerId, table._id] })
          .returning({ _id: table._id })
        if (inserted) await writeBuds(tx, linkTable, ownerId, id, selectedBuds)
        return find(ownerId, id, tx)
      })
    },

    async update(ownerId: string, id: string, change: Partial<I>, expectedVersion?: ExpectedVersion) {
      const { selectedBuds, ...fields } = change
      return db.transaction(async (tx) => {
        const record = await lock(tx, ownerId, id)
        const edit = editOf(record, change)
        if (isAlreadyStored(edit)) return record
        assertNotStale({ [noun.toLowerCase()]: record }, expectedVersion, edit)
        assertValid?.({ ...record, ...fields })
        await tx
          .update(table)
          .set({ ...fields, version: sql`${table.version} + 1` } as never)
          .where(isOwn(ownerId, id))
        if (selectedBuds) await writeBuds(tx, linkTable, ownerId, id, selectedBuds)
        return find(ownerId, id, tx)
      })
    },

    async remove(ownerId: string, id: string, expectedVersion?: ExpectedVersion) {
      await db.transaction(async (tx) => {
        assertNotStale({ [noun.toLowerCase()]: await lock(tx, ownerId, id) }, expectedVersion)
        await tx.delete(table).where(isOwn(ownerId, id))
      })
    },
  }
}

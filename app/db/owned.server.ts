import { and, eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { UserError } from '~/http/errors'

/** Finds rows by id. A malformed id gets the same 404 as a missing row. */
export function identified(noun: string, table: PgTable & Record<'_id', PgColumn>) {
  const missing = () => new UserError(404, `${noun} not found`)
  return {
    hasId(id: string) {
      if (!z.guid().safeParse(id).success) throw missing()
      return eq(table._id, id)
    },
    found<T>(row: T | undefined): T {
      if (!row) throw missing()
      return row
    },
  }
}

/** Finds rows of an owner by id. Rows of other owners get the same 404 as missing ones. */
export function owned(noun: string, table: PgTable & Record<'ownerId' | '_id', PgColumn>) {
  const { hasId, found } = identified(noun, table)
  return { found, isOwn: (ownerId: string, id: string) => and(eq(table.ownerId, ownerId), hasId(id)) }
}

/** The columns of `table` with the names in `fields`, in this order. */
export function columnsOf<T extends PgTable, Field extends keyof T & string>(table: T, fields: Field[]) {
  return Object.fromEntries(fields.map((field) => [field, table[field]])) as Pick<T, Field>
}

import { and, asc, eq, getTableColumns, getTableName, isNull } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { UserError } from '~/base/node/errors'
import { changeRows } from '~drizzle/schema'
import type { Db } from './db.server'
import { conflicts, type Edit, isAlreadyStored, type Versioned } from './versions.server'

/** The tables of a record and of its buds. `recordId`: of which record it is a part. */
type Tables = { table: PgTable; members?: PgTable; recordId?: string }

/**
 * The answer to a form whose id has a record already: the same form, sent again, or one with other content, which is 409
 * with both. The record may have been edited since, so what it was created with counts too.
 */
export async function assertSentAgain(
  tx: Db,
  ownerId: string,
  record: Record<string, Versioned<{ _id: string }>>,
  edit: Edit,
  tables?: Tables,
) {
  const [[noun, current]] = Object.entries(record) as [[string, Versioned<{ _id: string }>]]
  if (isAlreadyStored(edit)) return
  const created = tables && (await findCreated(tx, ownerId, current._id, tables))
  if (created && isAlreadyStored({ ...edit, stored: created })) return
  throw new UserError(409, `This ${noun} is there already, with other content`, {
    errors: conflicts(edit),
    version: current.version,
    isThere: true,
  })
}

/** The fields that a record was created with. Undefined if the history has forgotten them. */
async function findCreated(tx: Db, ownerId: string, id: string, { table, members, recordId = id }: Tables) {
  const inserted = and(
    eq(changeRows.ownerId, ownerId),
    eq(changeRows.recordId, recordId),
    isNull(changeRows.before),
  )
  const rows = await tx
    .select()
    .from(changeRows)
    .where(inserted)
    .orderBy(asc(changeRows.changeId), asc(changeRows.n))
  const own = rows.find((row) => row.table === getTableName(table) && row.after?.id === id)
  if (!own) return
  const fields = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = own.after?.[column.name] ?? null
    return [name, value === null ? null : column.mapFromDriverValue(value)]
  })
  const ofMembers = rows.filter(
    (row) => members && row.table === getTableName(members) && row.changeId === own.changeId,
  )
  const selectedBuds = ofMembers.map(({ after }) => String(after?.bud_id)).sort()
  return { ...Object.fromEntries(fields), ...(members && { selectedBuds }) } as Record<string, unknown>
}

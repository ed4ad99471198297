import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Db } from '~/base/db/db.server'
import { nested } from '~/base/db/fragments.server'
import { shortList } from '~/base/forms/rules'
import { UserError } from '~/base/node/errors'
import { buds, type recordTables } from '~drizzle/schema'
import type { BudName } from './bud-input.server'
import { listedBudsLimit, selectedBudsLimit, tooManyChosen } from './bud-picker'

export type LinkTable = (typeof recordTables)[keyof typeof recordTables]['links']

export const unknownBud = 'One of the chosen buds does not exist'

/** Distinct bud ids. `writeBuds` checks that they are buds of the owner. */
export const selectedBuds = shortList(
  'Selected buds',
  selectedBudsLimit,
  tooManyChosen,
  z.guid({ error: unknownBud }),
).transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))].sort())

export const someBuds = selectedBuds
  .refine(({ length }) => length > 0, 'Choose at least one bud')
  .meta({ minItems: 1 })

type RecordTable = Record<'ownerId' | '_id', PgColumn>

/** A column with the buds of each row of `recordTable`, sorted by name, at most `limit`. */
export function budNames(linkTable: LinkTable, recordTable: RecordTable, limit = selectedBudsLimit) {
  const bud = sql`json_build_object('_id', _id, 'Firstname', firstname, 'Surname', surname)`
  const names = sql`(
    select coalesce(json_agg(${bud} order by name_key, _id), '[]') from (
      select ${buds._id} as _id, ${buds.Firstname} as firstname, ${buds.Surname} as surname, ${buds.nameKey} as name_key
      from ${linkTable} join ${buds} on ${buds.ownerId} = ${linkTable.ownerId} and ${buds._id} = ${linkTable.budId}
      where ${isLinkOf(linkTable, recordTable)}
      order by ${buds.nameKey}, ${buds._id} limit ${sql.raw(String(limit))}
    ) named
  )`
  return nested<BudName[]>(names).as('buds')
}

/** Columns with the first buds of each row of `recordTable`, sorted by name, and the number of all its buds. */
export function listedBuds(linkTable: LinkTable, recordTable: RecordTable) {
  const total = sql`(select count(*)::int from ${linkTable} where ${isLinkOf(linkTable, recordTable)})`
  return {
    buds: budNames(linkTable, recordTable, listedBudsLimit),
    totalBuds: nested<number>(total).as('totalBuds'),
  }
}

function isLinkOf(linkTable: LinkTable, recordTable: RecordTable) {
  return sql`${linkTable.ownerId} = ${recordTable.ownerId} and ${linkTable.recordId} = ${recordTable._id}`
}

/**
 * Replaces the buds of a circle, an event or an interaction. Throws 400 for an id that is not a bud of the owner. To prevent deadlocks,
 * locks the buds in the order of their ids, and locks a bud before its links, as `deleteBud` does.
 */
export async function writeBuds(
  tx: Db,
  linkTable: LinkTable,
  ownerId: string,
  recordId: string,
  ids: string[],
) {
  const ownBuds = ids.length > 0 ? await lockOwnBuds(tx, ownerId, ids) : []
  if (ownBuds.length < ids.length)
    throw new UserError(400, unknownBud, { errors: { selectedBuds: [unknownBud] } })
  const isLink = and(eq(linkTable.ownerId, ownerId), eq(linkTable.recordId, recordId))
  await tx.delete(linkTable).where(and(isLink, notInArray(linkTable.budId, ids)))
  if (ownBuds.length > 0)
    await tx
      .insert(linkTable)
      .values(ownBuds.map(({ budId }) => ({ ownerId, recordId, budId })))
      .onConflictDoNothing()
}

function lockOwnBuds(tx: Db, ownerId: string, ids: string[]) {
  return tx
    .select({ budId: buds._id })
    .from(buds)
    .where(and(eq(buds.ownerId, ownerId), inArray(buds._id, ids)))
    .orderBy(buds._id)
    .for('key share')
}

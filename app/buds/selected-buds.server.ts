import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Db } from '~/db/db.server'
import { readList, shortList } from '~/forms/rules'
import { UserError } from '~/http/errors'
import { buds, type circleBuds, type eventBuds } from '~drizzle/schema'
import type { BudName } from './bud-input.server'
import { listedBudsLimit, selectedBudsLimit } from './bud-picker'

type BudsOf = typeof circleBuds | typeof eventBuds

const unknownBud = 'One of the chosen buds does not exist'

/** Distinct bud ids. `writeBuds` checks that the owner has them. */
export const selectedBuds = z
  .preprocess(
    readList,
    shortList('Selected buds', selectedBudsLimit, `At most ${selectedBudsLimit} buds can be chosen`),
  )
  .pipe(z.array(z.guid({ error: unknownBud })))
  .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))].sort())

type OwnerTable = Record<'ownerId' | '_id', PgColumn>

/** A column with the buds of each row of `of`, by name, at most `limit`. */
export function budNames(budsOf: BudsOf, of: OwnerTable, limit = selectedBudsLimit): SQL.Aliased<BudName[]> {
  const bud = sql`json_build_object('_id', _id, 'Firstname', firstname, 'Surname', surname)`
  const names = sql`(
    select coalesce(json_agg(${bud} order by name_key, _id), '[]') from (
      select ${buds._id} as _id, ${buds.Firstname} as firstname, ${buds.Surname} as surname, ${buds.nameKey} as name_key
      from ${budsOf} join ${buds} on ${buds.ownerId} = ${budsOf.ownerId} and ${buds._id} = ${budsOf.budId}
      where ${isIn(budsOf, of)}
      order by ${buds.nameKey}, ${buds._id} limit ${sql.raw(String(limit))}
    ) named
  )`
  // Nested, because Drizzle qualifies columns with their table only in a nested statement.
  return sql<BudName[]>`${names}`.as('buds')
}

/** Columns with the first buds of each row of `of` by name, and their number. */
export function listedBuds(budsOf: BudsOf, of: OwnerTable) {
  const total = sql`(select count(*)::int from ${budsOf} where ${isIn(budsOf, of)})`
  return { buds: budNames(budsOf, of, listedBudsLimit), totalBuds: sql<number>`${total}`.as('totalBuds') }
}

function isIn(budsOf: BudsOf, of: OwnerTable) {
  return sql`${budsOf.ownerId} = ${of.ownerId} and ${budsOf.ofId} = ${of._id}`
}

/**
 * Replaces the buds of a circle or event. Throws 400 for an id that is not a bud of the owner. Locks the buds by id and
 * before their links, in the same order as a deletion of a bud, to prevent deadlocks.
 */
export async function writeBuds(tx: Db, budsOf: BudsOf, ownerId: string, ofId: string, ids: string[]) {
  const own = ids.length > 0 ? await lockOwnBuds(tx, ownerId, ids) : []
  if (own.length < ids.length)
    throw new UserError(400, unknownBud, { errors: { selectedBuds: [unknownBud] } })
  await tx.delete(budsOf).where(and(eq(budsOf.ownerId, ownerId), eq(budsOf.ofId, ofId)))
  if (own.length > 0) await tx.insert(budsOf).values(own.map(({ budId }) => ({ ownerId, ofId, budId })))
}

function lockOwnBuds(tx: Db, ownerId: string, ids: string[]) {
  return tx
    .select({ budId: buds._id })
    .from(buds)
    .where(and(eq(buds.ownerId, ownerId), inArray(buds._id, ids)))
    .orderBy(buds._id)
    .for('key share')
}

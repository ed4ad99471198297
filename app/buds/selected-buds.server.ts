import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Db } from '~/db/db.server'
import { readList, shortList } from '~/forms/rules'
import { UserError } from '~/http/errors'
import { buds, type circleBuds, type eventBuds } from '~drizzle/schema'
import type { BudName } from './bud-input.server'
import { chosenLimit, listedLimit } from './chosen'

type BudsOf = typeof circleBuds | typeof eventBuds

const unknownBud = 'One of the chosen buds does not exist'

/** Ids of the caller's own buds, each once; whose they are is proven when they are written. */
export const selectedBuds = z
  .preprocess(readList, shortList('Selected buds', chosenLimit, `At most ${chosenLimit} buds can be chosen`))
  .pipe(z.array(z.guid({ error: unknownBud })))
  .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))].sort())

type Of = Record<'ownerId' | '_id', PgColumn>

/** The buds of each row of `of`, by name, at most `limit` of them, as one column of a query. */
export function budNames(budsOf: BudsOf, of: Of, limit = chosenLimit): SQL.Aliased<BudName[]> {
  const bud = sql`json_build_object('_id', _id, 'Firstname', firstname, 'Surname', surname)`
  const names = sql`(
    select coalesce(json_agg(${bud} order by name_key, _id), '[]') from (
      select ${buds._id} as _id, ${buds.Firstname} as firstname, ${buds.Surname} as surname, ${buds.nameKey} as name_key
      from ${budsOf} join ${buds} on ${buds.ownerId} = ${budsOf.ownerId} and ${buds._id} = ${budsOf.budId}
      where ${isIn(budsOf, of)}
      order by ${buds.nameKey}, ${buds._id} limit ${sql.raw(String(limit))}
    ) named
  )`
  // One level down, where Drizzle leaves each column the name of its table.
  return sql<BudName[]>`${names}`.as('buds')
}

/** What a list shows of the buds of each row of `of`: the first by name, and how many there are. */
export function listedBuds(budsOf: BudsOf, of: Of) {
  const total = sql`(select count(*)::int from ${budsOf} where ${isIn(budsOf, of)})`
  return { buds: budNames(budsOf, of, listedLimit), totalBuds: sql<number>`${total}`.as('totalBuds') }
}

function isIn(budsOf: BudsOf, of: Of) {
  return sql`${budsOf.ownerId} = ${of.ownerId} and ${budsOf.ofId} = ${of._id}`
}

/**
 * Makes `ids` the buds of a circle or event of the owner. Throws 400 for an id that is not one of the owner's buds. The
 * buds are locked before their links, as a deletion of a bud does, and in the order of their ids.
 */
export async function writeBuds(tx: Db, budsOf: BudsOf, ownerId: string, ofId: string, ids: string[]) {
  const own = ids.length > 0 ? await lockBuds(tx, ownerId, ids) : []
  if (own.length < ids.length)
    throw new UserError(400, unknownBud, { errors: { selectedBuds: [unknownBud] } })
  await tx.delete(budsOf).where(and(eq(budsOf.ownerId, ownerId), eq(budsOf.ofId, ofId)))
  if (own.length > 0) await tx.insert(budsOf).values(own.map(({ budId }) => ({ ownerId, ofId, budId })))
}

function lockBuds(tx: Db, ownerId: string, ids: string[]) {
  return tx
    .select({ budId: buds._id })
    .from(buds)
    .where(and(eq(buds.ownerId, ownerId), inArray(buds._id, ids)))
    .orderBy(buds._id)
    .for('key share')
}

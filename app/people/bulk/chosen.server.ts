import { and, eq, type SQL, sql } from 'drizzle-orm'
import { countOf } from '~/base/components/count'
import { type Db, db } from '~/base/db/db.server'
import { idList } from '~/base/db/owned.server'
import { UserError } from '~/base/node/errors'
import { fullName } from '~/people/buds/bud'
import { listBudIds } from '~/people/buds/buds.server'
import { buds } from '~drizzle/schema'
import { bulkLimit } from './bulk'
import { type Selection, tooManyBuds } from './bulk-input.server'

/** `shown`: the number of buds that the user has seen. */
export type Work = { tx: Db; ownerId: string; selection: Selection; shown?: number | undefined }

const isAmong = (ownerId: string, ids: string[]) =>
  and(eq(buds.ownerId, ownerId), sql`${buds._id} = any(${idList(ids)})`)

/** The ids of the chosen buds. Throws 400 if there are too many, 404 for an id that is none of the owner's. */
export const chosenIds = (ownerId: string, selection: Selection) => readChosen({ tx: db, ownerId, selection })

async function idsOf({ tx, ownerId, selection, shown }: Work) {
  if ('ids' in selection) return selection.ids
  const ids = await listBudIds(tx, ownerId, selection, bulkLimit + 1)
  if (ids.length > bulkLimit) throw new UserError(400, tooManyBuds)
  if (shown !== undefined && ids.length !== shown)
    throw new UserError(409, `The list has ${countOf(ids.length, 'bud')} by now. Nothing was changed`)
  return ids
}

/** The number of the chosen buds, and the names of the first ones. Throws 404 for an id that is none of the owner's. */
export async function describeChosen(ownerId: string, selection: Selection, most: number) {
  const ids = await idsOf({ tx: db, ownerId, selection })
  const isChosen = isAmong(ownerId, ids)
  const total = await db.$count(buds, isChosen)
  if (total < ids.length) throw new UserError(404, 'Bud not found')
  const { _id, Firstname, Surname, nameKey } = buds
  const rows = await db
    .select({ _id, Firstname, Surname })
    .from(buds)
    .where(isChosen)
    .orderBy(nameKey)
    .limit(most)
  return { total, names: rows.map(({ _id, ...name }) => ({ _id, name: fullName(name) })) }
}

/** The ids of the chosen buds that meet a condition, in order. Throws 404 for an id that is none of the owner's. */
export async function readChosen(work: Work, condition?: SQL) {
  const { tx, ownerId, selection } = work
  const chosen = await idsOf(work)
  const isChosen = isAmong(ownerId, chosen)
  // As one value: mapping 10,000 rows would hold up other requests.
  const [row] = await tx
    .select({
      total: sql<number>`count(*)::int`,
      ids: sql<
        string[]
      >`coalesce(json_agg(${buds._id} order by ${buds._id}) filter (where ${condition ?? sql`true`}), '[]')`,
    })
    .from(buds)
    .where(isChosen)
  const { total, ids } = row ?? { total: 0, ids: [] }
  if ('ids' in selection && total < chosen.length) throw new UserError(404, 'Bud not found')
  return ids
}

/** The name of the first of these buds that meets a condition. */
export async function nameOfFirst(tx: Db, ownerId: string, ids: string[], condition?: SQL) {
  const { Firstname, Surname } = buds
  const [first] = await tx
    .select({ Firstname, Surname })
    .from(buds)
    .where(and(isAmong(ownerId, ids), condition))
    .orderBy(buds._id)
    .limit(1)
  return first
}

/**
 * Locks buds in the order of their ids, as other writers do, which is that of `ids`. Resolves to the ids of those that there
 * are. Looked up one by one: see `updateBuds`.
 */
export async function lockBuds(tx: Db, ownerId: string, ids: string[]) {
  const rows = await tx
    .select({ _id: sql<string>`${buds._id}` })
    .from(sql`unnest(${idList(ids)}) given (key), lateral (
    select id from ${buds} where owner_id = ${ownerId} and id = given.key limit 1 for update
  ) ${buds}`)
  return rows.map(({ _id }) => _id)
}

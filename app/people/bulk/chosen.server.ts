import { and, eq, sql } from 'drizzle-orm'
import { countOf } from '~/base/components/count'
import { type Db, db } from '~/base/db/db.server'
import { jsonRows } from '~/base/db/json-rows.server'
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

/** The ids of the chosen buds. Throws 400 if there are too many. */
export const chosenIds = (ownerId: string, selection: Selection) => idsOf({ tx: db, ownerId, selection })

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

const state = {
  _id: buds._id,
  Budtype: buds.Budtype,
  tags: buds.tags,
  cadenceDays: buds.cadenceDays,
  archivedAt: buds.archivedAt,
}
/** What decides whether an action changes a bud. */
export type BudState = Pick<typeof buds.$inferSelect, keyof typeof state>

/** The chosen buds in the order of their ids. Throws 404 for an id that is none of the owner's. */
export async function readChosen(work: Work) {
  const { tx, ownerId, selection } = work
  const ids = await idsOf(work)
  const { Firstname, Surname } = buds
  // As one value: mapping 10,000 rows would hold up other requests.
  const [{ rows } = { rows: [] }] = await tx
    .select({
      rows: jsonRows(
        { ...state, Firstname, Surname },
        sql`from ${buds} where ${isAmong(ownerId, ids)}`,
        sql`${buds._id}`,
      ),
    })
    .from(sql`(values (1)) one`)
  if ('ids' in selection && rows.length < ids.length) throw new UserError(404, 'Bud not found')
  return rows
}

export type ChosenBud = Awaited<ReturnType<typeof readChosen>>[number]

/** The columns of a query that has the table as a part alone. */
const stateOfPart = {
  _id: sql<string>`${buds._id}`,
  Budtype: sql<BudState['Budtype']>`${buds.Budtype}`,
  tags: sql<string[]>`${buds.tags}`,
  cadenceDays: sql<number | null>`${buds.cadenceDays}`,
  archivedAt: sql<Date | null>`${buds.archivedAt}`.mapWith(buds.archivedAt),
}

/** Locks buds in the order of their ids, as other writers do, which is that of `ids`. Looked up one by one: see `updateBuds`. */
export const lockBuds = (tx: Db, ownerId: string, ids: string[]): Promise<BudState[]> =>
  tx.select(stateOfPart).from(sql`unnest(${idList(ids)}) given (key), lateral (
    select * from ${buds} where owner_id = ${ownerId} and id = given.key limit 1 for update
  ) ${buds}`)

export const idsIn = (rows: { _id: string }[]) => rows.map(({ _id }) => _id)

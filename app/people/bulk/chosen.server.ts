import { and, eq, sql } from 'drizzle-orm'
import { type Db, db } from '~/base/db/db.server'
import { idList } from '~/base/db/owned.server'
import { UserError } from '~/base/node/errors'
import { fullName } from '~/people/buds/bud'
import { listBudIds } from '~/people/buds/buds.server'
import { buds } from '~drizzle/schema'
import { bulkLimit } from './bulk'
import { type Selection, tooManyBuds } from './bulk-input.server'

export type Work = { tx: Db; ownerId: string; selection: Selection }

const isAmong = (ownerId: string, ids: string[]) =>
  and(eq(buds.ownerId, ownerId), sql`${buds._id} = any(${idList(ids)})`)

/** The ids of the chosen buds. Throws 400 if there are too many. */
export const chosenIds = (ownerId: string, selection: Selection) => idsOf({ tx: db, ownerId, selection })

async function idsOf({ tx, ownerId, selection }: Work) {
  if ('ids' in selection) return selection.ids
  const ids = await listBudIds(tx, ownerId, selection, bulkLimit + 1)
  if (ids.length > bulkLimit) throw new UserError(400, tooManyBuds)
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

const columns = {
  _id: buds._id,
  Firstname: buds.Firstname,
  Surname: buds.Surname,
  Budtype: buds.Budtype,
  tags: buds.tags,
  cadenceDays: buds.cadenceDays,
  archivedAt: buds.archivedAt,
}
export type StoredBud = Pick<typeof buds.$inferSelect, keyof typeof columns>

const inOrder = (tx: Db, ownerId: string, ids: string[]) =>
  tx.select(columns).from(buds).where(isAmong(ownerId, ids)).orderBy(buds._id)

/** The chosen buds in the order of their ids. Throws 404 for an id that is none of the owner's. */
export async function readChosen(work: Work): Promise<StoredBud[]> {
  const ids = await idsOf(work)
  const rows = await inOrder(work.tx, work.ownerId, ids)
  if ('ids' in work.selection && rows.length < ids.length) throw new UserError(404, 'Bud not found')
  return rows
}

/** Locks buds in the order of their ids, as other writers do. */
export const lockBuds = async (tx: Db, ownerId: string, ids: string[]): Promise<StoredBud[]> =>
  inOrder(tx, ownerId, ids).for('update')

export const idsIn = (rows: { _id: string }[]) => rows.map(({ _id }) => _id)

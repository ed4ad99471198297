import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { type Db, db } from '~/db/db.server'
import { listPage, recordSorts } from '~/db/lists.server'
import { byOwnerAndId, changeId, columnsOf, placeholders } from '~/db/owned.server'
import { assertNotStale, type ExpectedVersion, isAlreadyStored, type Versioned } from '~/db/versions.server'
import { listSearch } from '~/forms/list-query'
import { buds, nextVersion } from '~drizzle/schema'
import { budLabels, budtypes } from './bud'
import { type Bud, type BudInput, budFields } from './bud-input.server'

const { isOwn, assertFound } = byOwnerAndId('Bud', buds)

/** The fields of a bud that the app and the API return. */
export const budColumns = {
  _id: buds._id,
  ...columnsOf(buds, budFields),
  photo: buds.photo,
  createdAt: buds.createdAt,
}

const versionedColumns = { ...budColumns, version: buds.version }

const insertBud = db
  .insert(buds)
  .values(placeholders('ownerId', '_id', ...budFields))
  .onConflictDoNothing({ target: [buds.ownerId, buds._id] })
  .returning(versionedColumns)
  .prepare('insert_bud')

/** Idempotent: a repeated id returns the bud created first. */
export async function createBud(ownerId: string, input: BudInput, id = uuid()): Promise<Versioned<Bud>> {
  const [bud] = await insertBud.execute({ ...input, ownerId, _id: id })
  return bud ?? findBud(ownerId, id)
}

export async function findBud(ownerId: string, id: string): Promise<Versioned<Bud>> {
  const [bud] = await db.select(versionedColumns).from(buds).where(isOwn(ownerId, id))
  return assertFound(bud)
}

export async function updateBud(
  ownerId: string,
  id: string,
  change: Partial<BudInput>,
  expectedVersion?: ExpectedVersion,
): Promise<Versioned<Bud>> {
  return db.transaction(async (tx) => {
    const { changeId, ...bud } = await lockBud(tx, ownerId, id)
    const edit = { change, stored: bud }
    if (isAlreadyStored(edit)) return bud
    assertNotStale({ bud }, expectedVersion, edit)
    const [updated] = await tx
      .update(buds)
      .set({ ...change, version: nextVersion })
      .where(isOwn(ownerId, id))
      .returning(versionedColumns)
    return { ...assertFound(updated), changeId }
  })
}

/** Also removes the bud from its circles and events. Resolves to the id of the change set. */
export async function deleteBud(ownerId: string, id: string, expectedVersion?: ExpectedVersion) {
  return db.transaction(async (tx) => {
    const { changeId, ...bud } = await lockBud(tx, ownerId, id)
    assertNotStale({ bud }, expectedVersion)
    await tx.delete(buds).where(isOwn(ownerId, id))
    return changeId
  })
}

async function lockBud(tx: Db, ownerId: string, id: string) {
  const locked = tx.select({ ...versionedColumns, changeId }).from(buds)
  const [bud] = await locked.where(isOwn(ownerId, id)).for('update')
  return assertFound(bud)
}

/** The sorts of the list with their ORDER BY. The first is the default. */
const budSorts = { ...recordSorts(buds), budType: [buds.Budtype, buds.nameKey, buds._id] }

export const budSearch = listSearch('Budtype', budLabels.Budtype, budtypes, budSorts)
type BudSearch = z.infer<typeof budSearch.strict>

const budPage = listPage({ table: buds, columns: budColumns, type: buds.Budtype, sorts: budSorts })

/** The body of `GET /buds` (product 7). */
export async function listBuds(ownerId: string, { Budtype: type, ...query }: BudSearch) {
  const { rows, total, ...pages } = await budPage({ ...query, ownerId, type })
  return { buds: rows, totalBuds: total, ...pages }
}

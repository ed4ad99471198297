import { v7 as uuid } from 'uuid'
import { type Db, db } from '~/db/db.server'
import { columnsOf, owned } from '~/db/owned.server'
import { type Known, refuseStale } from '~/db/versions.server'
import { buds } from '~drizzle/schema'
import { type Bud, type BudInput, budFields } from './bud-input.server'

const { isOwn, found } = owned('Bud', buds)

/** Every field of a bud that its owner and the API see. */
export const budColumns = {
  _id: buds._id,
  ...columnsOf(buds, budFields),
  createdAt: buds.createdAt,
}

/** Created once, however often the same id is sent. */
export async function createBud(ownerId: string, input: BudInput, id = uuid()): Promise<Bud> {
  const [bud] = await db
    .insert(buds)
    .values({ ...input, ownerId, _id: id })
    .onConflictDoNothing({ target: [buds.ownerId, buds._id] })
    .returning(budColumns)
  return bud ?? findBud(ownerId, id)
}

export async function findBud(ownerId: string, id: string): Promise<Bud> {
  const [bud] = await db.select(budColumns).from(buds).where(isOwn(ownerId, id))
  return found(bud)
}

export async function updateBud(ownerId: string, id: string, change: Partial<BudInput>, known?: Known) {
  return db.transaction(async (tx) => {
    const bud = await lockBud(tx, ownerId, id)
    refuseStale({ bud }, known, { change, stored: bud })
    const [changed] = await tx
      .update(buds)
      .set({ ownerId, ...change })
      .where(isOwn(ownerId, id))
      .returning(budColumns)
    return found(changed)
  })
}

/** Takes it out of its circles and events as well. */
export async function deleteBud(ownerId: string, id: string, known?: Known) {
  await db.transaction(async (tx) => {
    refuseStale({ bud: await lockBud(tx, ownerId, id) }, known)
    await tx.delete(buds).where(isOwn(ownerId, id))
  })
}

async function lockBud(tx: Db, ownerId: string, id: string): Promise<Bud> {
  const [bud] = await tx.select(budColumns).from(buds).where(isOwn(ownerId, id)).for('update')
  return found(bud)
}

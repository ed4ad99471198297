import { v7 as uuid } from 'uuid'
import { fullName } from '~/buds/bud'
import { budNames, listedBuds, writeBuds } from '~/buds/selected-buds.server'
import { type Db, db } from '~/db/db.server'
import { columnsOf, owned } from '~/db/owned.server'
import { type Known, refuseStale } from '~/db/versions.server'
import { circleBuds, circles } from '~drizzle/schema'
import { type Circle, type CircleInput, circleFields } from './circle-input.server'

const { isOwn, found } = owned('Circle', circles)

/** Every field of a circle that its owner and the API see. */
export const circleColumns = {
  _id: circles._id,
  ...columnsOf(
    circles,
    circleFields.filter((field) => field !== 'selectedBuds'),
  ),
  buds: budNames(circleBuds, circles),
  createdAt: circles.createdAt,
}

/** What lists show of a circle. */
export const circleListColumns = { ...circleColumns, ...listedBuds(circleBuds, circles) }

/** Created once, however often the same id is sent; whole or not at all. */
export async function createCircle(ownerId: string, input: CircleInput, id = uuid()): Promise<Circle> {
  const { selectedBuds, ...fields } = input
  return db.transaction(async (tx) => {
    const [made] = await tx
      .insert(circles)
      .values({ ...fields, ownerId, _id: id })
      .onConflictDoNothing({ target: [circles.ownerId, circles._id] })
      .returning({ _id: circles._id })
    if (made) await writeBuds(tx, circleBuds, ownerId, id, selectedBuds)
    return findCircle(ownerId, id, tx)
  })
}

export async function findCircle(ownerId: string, id: string, from: Db = db): Promise<Circle> {
  const [circle] = await from.select(circleColumns).from(circles).where(isOwn(ownerId, id))
  return found(circle)
}

export async function updateCircle(ownerId: string, id: string, change: Partial<CircleInput>, known?: Known) {
  const { selectedBuds, ...fields } = change
  return db.transaction(async (tx) => {
    const circle = await lockCircle(tx, ownerId, id)
    refuseStale({ circle }, known, { change, ...asWritten(circle) })
    await tx
      .update(circles)
      .set({ ownerId, ...fields })
      .where(isOwn(ownerId, id))
    if (selectedBuds) await writeBuds(tx, circleBuds, ownerId, id, selectedBuds)
    return findCircle(ownerId, id, tx)
  })
}

export async function deleteCircle(ownerId: string, id: string, known?: Known) {
  await db.transaction(async (tx) => {
    refuseStale({ circle: await lockCircle(tx, ownerId, id) }, known)
    await tx.delete(circles).where(isOwn(ownerId, id))
  })
}

/** Locks the circle until the transaction ends. A second statement reads it as the lock left it. */
async function lockCircle(tx: Db, ownerId: string, id: string) {
  await tx.select({ _id: circles._id }).from(circles).where(isOwn(ownerId, id)).for('update')
  return findCircle(ownerId, id, tx)
}

/** What its form can write, and how the form's reader is told of it. */
export function asWritten({ _id, createdAt, buds, ...fields }: Circle) {
  const selectedBuds = buds.map(({ _id }) => _id).sort()
  const milestones = fields.milestones.map(({ id: _, ...milestone }) => milestone)
  return { stored: { ...fields, selectedBuds }, told: { selectedBuds: buds.map(fullName), milestones } }
}

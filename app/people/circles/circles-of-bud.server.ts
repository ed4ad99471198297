import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, db } from '~/base/db/db.server'
import { beginChange, byOwnerAndId } from '~/base/db/owned.server'
import { shortList } from '~/base/forms/rules'
import { UserError } from '~/base/node/errors'
import { fullName } from '~/people/buds/bud'
import { selectedBudsLimit } from '~/people/buds/bud-picker'
import { buds, changes, circleBuds, circles, nextVersion } from '~drizzle/schema'
import { circleChoicesLimit } from './circle'

const { isOwn, assertFound } = byOwnerAndId('Bud', buds)

const membershipLimit = 10_000
const unknownCircle = 'One of the chosen circles does not exist'

const circleIds = shortList(
  'Circles',
  membershipLimit,
  `At most ${membershipLimit} circles can be chosen`,
  z.guid({ error: unknownCircle }),
)
  .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))])
  .default([])

/** The chosen circles of a bud, and those that it had when the form was opened: what others change since stays. */
export const circlesOfBud = z.object({ circles: circleIds, before: circleIds })

/** The circles that a bud is in, by name. */
export const circlesWith = (ownerId: string, budId: string) =>
  db
    .select({ _id: circles._id, Name: circles.Name })
    .from(circles)
    .innerJoin(circleBuds, and(eq(circleBuds.ownerId, circles.ownerId), eq(circleBuds.recordId, circles._id)))
    .where(and(eq(circles.ownerId, ownerId), eq(circleBuds.budId, budId)))
    .orderBy(circles.nameKey, circles._id)

/** The first circles of the owner, by name. */
export const circleChoices = (ownerId: string, limit = circleChoicesLimit) =>
  db
    .select({ _id: circles._id, Name: circles.Name })
    .from(circles)
    .where(eq(circles.ownerId, ownerId))
    .orderBy(circles.nameKey, circles._id)
    .limit(limit)

/** Adds the bud to circles and takes it out of others, as one change set. Locks the circles before the bud, as other writers do. */
export async function changeCirclesOfBud(
  ownerId: string,
  budId: string,
  { circles: chosen, before }: z.infer<typeof circlesOfBud>,
) {
  const added = chosen.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !chosen.includes(id))
  return db.transaction(async (tx) => {
    const locked = await lockCircles(tx, ownerId, [...added, ...removed])
    const bud = assertFound(await lockBud(tx, ownerId, budId))
    if (!added.every((id) => locked.includes(id)))
      throw new UserError(400, unknownCircle, { errors: { circles: [unknownCircle] } })
    const stored = await circlesAmong(tx, ownerId, bud._id, locked)
    const joined = added.filter((id) => !stored.includes(id))
    const left = removed.filter((id) => stored.includes(id))
    if (joined.length + left.length === 0) return {}
    const changeId = await beginChange(tx)
    await tx.insert(changes).values({ ownerId, _id: changeId, kind: 'update', name: fullName(bud) })
    await moveBud(tx, ownerId, bud._id, { joined, left })
    return { changeId }
  })
}

/** Adds a bud to circles that it is not in, and takes it out of others. Throws 400 if one of them is full. */
export async function moveBud(
  tx: Db,
  ownerId: string,
  budId: string,
  { joined, left }: { joined: string[]; left: string[] },
) {
  await tx
    .update(circles)
    .set({ version: nextVersion })
    .where(isOneOf(ownerId, [...joined, ...left]))
  await tx.delete(circleBuds).where(isLink(ownerId, budId, left))
  const links = joined.map((recordId) => ({ ownerId, recordId, budId }))
  if (links.length > 0) await tx.insert(circleBuds).values(links)
  await assertRoom(tx, ownerId, joined)
}

const isOneOf = (ownerId: string, ids: string[]) =>
  and(eq(circles.ownerId, ownerId), inArray(circles._id, ids))

const isLink = (ownerId: string, budId: string, circleIds: string[]) =>
  and(eq(circleBuds.ownerId, ownerId), eq(circleBuds.budId, budId), inArray(circleBuds.recordId, circleIds))

async function lockCircles(tx: Db, ownerId: string, ids: string[]) {
  const rows = await tx
    .select({ _id: circles._id })
    .from(circles)
    .where(isOneOf(ownerId, ids))
    .orderBy(circles._id)
    .for('update')
  return rows.map(({ _id }) => _id)
}

async function lockBud(tx: Db, ownerId: string, id: string) {
  const [bud] = await tx
    .select({ _id: buds._id, Firstname: buds.Firstname, Surname: buds.Surname })
    .from(buds)
    .where(isOwn(ownerId, id))
    .for('key share')
  return bud
}

async function circlesAmong(tx: Db, ownerId: string, budId: string, ids: string[]) {
  const links = await tx
    .select({ _id: circleBuds.recordId })
    .from(circleBuds)
    .where(isLink(ownerId, budId, ids))
  return links.map(({ _id }) => _id)
}

/** Throws 400 if one of the circles has too many buds now. */
export async function assertRoom(tx: Db, ownerId: string, ids: string[]) {
  const total = sql`(select count(*) from circle_buds where owner_id = circles.owner_id and circle_id = circles.id)`
  const [full] = await tx
    .select({ Name: circles.Name })
    .from(circles)
    .where(and(isOneOf(ownerId, ids), sql`${total} > ${selectedBudsLimit}`))
    .limit(1)
  if (!full) return
  const msg = `${full.Name} has ${selectedBudsLimit} buds, the most that a circle can have`
  throw new UserError(400, msg, { errors: { circles: [msg] } })
}

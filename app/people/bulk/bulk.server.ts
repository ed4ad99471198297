import { and, eq, isNotNull } from 'drizzle-orm'
import { type Db, db } from '~/base/db/db.server'
import { resultOnce } from '~/base/db/idempotency.server'
import { byOwnerAndId } from '~/base/db/owned.server'
import { sha256 } from '~/base/http/secret.server'
import { UserError } from '~/base/node/errors'
import { assertRoom } from '~/people/circles/circles-of-bud.server'
import { changes, circleBuds, circles, nextVersion } from '~drizzle/schema'
import type { Action, Bulk } from './bulk-input.server'
import { type Begun, type BulkResult, beginParts, beginSet, finishParts, none } from './bulk-parts.server'
import { deleteLinks, insertLinks } from './bulk-rows.server'
import { lockBuds, readChosen, type Work } from './chosen.server'

const { lockRow: lockCircle } = byOwnerAndId('Circle', circles)

/**
 * Does one thing to many buds, as one change set. `changed` is the number of buds that it has changed. With a `key`, which a
 * form has, the same action is done once. Throws 404 for an id that is none of the owner's, and 409 if there are more or fewer
 * buds than the form has `shown`.
 */
export async function changeBuds(
  ownerId: string,
  bulk: Bulk,
  { key, shown }: { key?: string; shown?: number } = {},
): Promise<BulkResult> {
  const { selection, ...does } = bulk
  const work = (tx: Db) => begin({ tx, ownerId, selection, shown }, does)
  const { changed, changeId, isUnfinished } = key
    ? await resultOnce(sha256(`bulk ${ownerId} ${key} ${JSON.stringify(bulk)}`), work)
    : await db.transaction(work)
  if (key && changeId) await assertNotUndone(ownerId, changeId)
  return changeId && isUnfinished ? finishParts(ownerId, changeId) : { changed, changeId }
}

/** A form that was sent, undone and sent again from the history of the browser. */
async function assertNotUndone(ownerId: string, changeId: string) {
  const isUndone = and(eq(changes.ownerId, ownerId), eq(changes._id, changeId), isNotNull(changes.undoneAt))
  if ((await db.$count(changes, isUndone)) === 0) return
  throw new UserError(409, 'This was done and undone already. To do it again, choose the buds again')
}

function begin(work: Work, does: Action): Promise<Begun> {
  switch (does.action) {
    case 'addToCircle':
      return addToCircle(work, does.value)
    case 'removeFromCircle':
      return removeFromCircle(work, does.value)
    default:
      return beginParts(work, does)
  }
}

/** The circle is locked before the buds, as by other writers. Throws 400 if it would have too many. */
async function addToCircle(work: Work, circleId: string): Promise<BulkResult> {
  const { tx, ownerId } = work
  const { stored, members, name } = await lockMembers(work, circleId)
  const joined = stored.filter((id) => !members.has(id))
  if (joined.length === 0) return none
  const changeId = await beginCircle(work, circleId, name)
  await insertLinks({ ...work, changeId }, circleBuds, circleId, joined)
  await assertRoom(tx, ownerId, [circleId])
  return { changed: joined.length, changeId }
}

async function removeFromCircle(work: Work, circleId: string): Promise<BulkResult> {
  const { stored, members, name } = await lockMembers(work, circleId)
  const left = stored.filter((id) => members.has(id))
  if (left.length === 0) return none
  const changeId = await beginCircle(work, circleId, name)
  await deleteLinks({ ...work, changeId }, circleBuds, circleId, left)
  return { changed: left.length, changeId }
}

async function lockMembers(work: Work, circleId: string) {
  const { tx, ownerId } = work
  await lockCircle(tx, ownerId, circleId)
  const stored = await lockBuds(tx, ownerId, (await readChosen(work)).ids)
  const [circle] = await tx.select({ Name: circles.Name }).from(circles).where(isCircle(ownerId, circleId))
  const links = await tx
    .select({ _id: circleBuds.budId })
    .from(circleBuds)
    .where(and(eq(circleBuds.ownerId, ownerId), eq(circleBuds.recordId, circleId)))
  return { stored, members: new Set(links.map(({ _id }) => _id)), name: circle?.Name ?? '' }
}

const isCircle = (ownerId: string, id: string) => and(eq(circles.ownerId, ownerId), eq(circles._id, id))

/** Other members are another version of the circle. */
async function beginCircle(work: Work, circleId: string, name: string) {
  const changeId = await beginSet(work, { kind: 'update', name })
  await work.tx.update(circles).set({ version: nextVersion }).where(isCircle(work.ownerId, circleId))
  return changeId
}

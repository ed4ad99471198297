import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Db } from '~/base/db/db.server'
import { changeBud } from '~/people/buds/buds.server'
import { tagLimit, tooManyTags, uniteTags } from '~/people/buds/tags'
import { loadTagKinds } from '~/people/buds/tags.server'
import { circleInput } from '~/people/circles/circle-input.server'
import { addCircle } from '~/people/circles/circles.server'
import { moveBud } from '~/people/circles/circles-of-bud.server'
import { circleBuds, circleObjects, circles } from '~drizzle/schema'
import { refused } from './card.server'
import { membersOf } from './group-card.server'
import { groupKey } from './read-card.server'
import { uidKey } from './uids.server'

/** Circles and tags by the names of groups. */

/**
 * Adds the bud to the circles of names that are new in its card, and takes it out of those that are not there any more. A
 * name that no circle has is that of a tag, and if no bud has this tag, that of a new circle.
 */
export async function writeGroups(
  tx: Db,
  ownerId: string,
  { _id: budId, tags }: { _id: string; tags: string[] },
  before: string[],
  after: string[],
) {
  const [old, now] = [new Set(before.map(groupKey)), new Set(after.map(groupKey))]
  const added = after.filter((name) => !old.has(groupKey(name)))
  const removed = before.map(groupKey).filter((key) => !now.has(key))
  if (added.length + removed.length === 0) return
  const stored = await circlesOf(tx, ownerId)
  const own = await circlesWith(tx, ownerId, budId)
  const left = stored.filter(({ _id, key }) => own.has(_id) && removed.includes(key)).map(({ _id }) => _id)
  const joined: string[] = []
  const kinds = await loadTagKinds(ownerId, tx)
  const tagged: string[] = []
  for (const name of added) {
    const circle = stored.find(({ key }) => key === groupKey(name))
    if (circle) joined.push(circle._id)
    else if (kinds.has(name)) tagged.push(name)
    else joined.push(await createCircle(tx, ownerId, name))
  }
  const kept = uniteTags(
    tags.filter((tag) => !removed.includes(groupKey(tag))),
    tagged,
  )
  if (kept.length > tagLimit) throw refused(tooManyTags)
  if (!isDeepStrictEqual(kept, tags)) await changeBud(tx, ownerId, budId, { tags: kept })
  const isNew = (id: string) => !own.has(id)
  if (joined.some(isNew) || left.length > 0)
    await moveBud(tx, ownerId, budId, { joined: joined.filter(isNew), left })
}

async function circlesOf(tx: Db, ownerId: string) {
  const rows = await tx
    .select({ _id: circles._id, Name: circles.Name })
    .from(circles)
    .where(eq(circles.ownerId, ownerId))
    .orderBy(asc(circles._id))
  return rows.map(({ _id, Name }) => ({ _id, key: groupKey(Name) }))
}

async function circlesWith(tx: Db, ownerId: string, budId: string) {
  const rows = await tx
    .select({ _id: circleBuds.recordId })
    .from(circleBuds)
    .where(and(eq(circleBuds.ownerId, ownerId), eq(circleBuds.budId, budId)))
  return new Set(rows.map(({ _id }) => _id))
}

async function createCircle(tx: Db, ownerId: string, Name: string) {
  const _id = uuid()
  await addCircle(tx, ownerId, _id, circleInput.parse({ Name }))
  return _id
}

/** Clients can send a group before its members. */
export async function joinWaitingGroups(tx: Db, ownerId: string, budId: string, uid: string) {
  const { content, recordId } = circleObjects
  const isNamedIn = sql`position(${uidKey(uid)} in lower(replace(${content}, ${'\r\n '}, ''))) > 0`
  const rows = await tx
    .select({ recordId, content })
    .from(circleObjects)
    .where(and(eq(circleObjects.ownerId, ownerId), isNamedIn))
  const own = await circlesWith(tx, ownerId, budId)
  const joined = rows
    .filter(
      (row) => !own.has(row.recordId) && membersOf(row.content).some((one) => uidKey(one) === uidKey(uid)),
    )
    .map((row) => row.recordId)
  if (joined.length > 0) await moveBud(tx, ownerId, budId, { joined, left: [] })
}

import { and, eq, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { clock } from '~/base/db/clock.server'
import { type Db, db } from '~/base/db/db.server'
import { resultOnce } from '~/base/db/idempotency.server'
import { beginChange, byOwnerAndId, idList } from '~/base/db/owned.server'
import { sha256 } from '~/base/http/secret.server'
import { UserError } from '~/base/node/errors'
import { fullName, neverDue } from '~/people/buds/bud'
import { selectedBudsLimit } from '~/people/buds/bud-picker'
import { listBudIds } from '~/people/buds/buds.server'
import { tagKey, tagLimit, tooManyTags } from '~/people/buds/tags'
import { settleTags } from '~/people/buds/tags.server'
import { assertRoom } from '~/people/circles/circles-of-bud.server'
import { nameOfInteraction, pastDay } from '~/people/interactions/interactions.server'
import {
  buds,
  changes,
  circleBuds,
  circles,
  interactionBuds,
  interactions,
  nextVersion,
} from '~drizzle/schema'
import { bulkLimit } from './bulk'
import { type Bulk, type Selection, tooManyBuds } from './bulk-input.server'
import { deleteBuds, deleteLinks, insertLinks, partsOf, updateBuds } from './bulk-rows.server'

const { lockRow: lockCircle } = byOwnerAndId('Circle', circles)

/** `changeId` is null if nothing was changed. */
export type BulkResult = { changed: number; changeId: string | null }

/**
 * Does one thing to many buds, as one change set. `changed` is the number of buds that it has changed. With a `key`, which a
 * form has, the same action is done once. Throws 404 for an id that is none of the owner's.
 */
export function changeBuds(ownerId: string, bulk: Bulk, key?: string): Promise<BulkResult> {
  const work = (tx: Db) => run({ tx, ownerId, selection: bulk.selection }, bulk)
  if (!key) return db.transaction(work)
  return resultOnce(sha256(`bulk ${ownerId} ${key} ${JSON.stringify(bulk)}`), work)
}

type Work = { tx: Db; ownerId: string; selection: Selection }

function run(work: Work, bulk: Bulk): Promise<BulkResult> {
  switch (bulk.action) {
    case 'addTag':
      return edit(work, (stored) => addTag(work, stored, bulk.value))
    case 'removeTag':
      return edit(work, (stored) => removeTag(stored, bulk.value))
    case 'addToCircle':
      return addToCircle(work, bulk.value)
    case 'removeFromCircle':
      return removeFromCircle(work, bulk.value)
    case 'setType':
      return edit(work, () => ({
        isChanged: ({ Budtype }) => Budtype !== bulk.value,
        set: { budtype: sql`${bulk.value}` },
      }))
    case 'setCadence':
      return edit(work, () => setCadence(bulk.value))
    case 'archive':
      return edit(work, () => ({
        isChanged: ({ archivedAt }) => archivedAt === null,
        set: { archived_at: sql`${new Date(clock.now()).toISOString()}::timestamptz` },
      }))
    case 'unarchive':
      return edit(work, () => ({
        isChanged: ({ archivedAt }) => archivedAt !== null,
        set: { archived_at: sql`null` },
      }))
    case 'logContact':
      return logContact(work, bulk.value)
    case 'delete':
      return deleteChosen(work)
  }
}

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
  const isChosen = and(eq(buds.ownerId, ownerId), sql`${buds._id} = any(${idList(ids)})`)
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

const storedColumns = {
  _id: buds._id,
  Firstname: buds.Firstname,
  Surname: buds.Surname,
  Budtype: buds.Budtype,
  tags: buds.tags,
  cadenceDays: buds.cadenceDays,
  archivedAt: buds.archivedAt,
}
type StoredBud = Pick<typeof buds.$inferSelect, keyof typeof storedColumns>

/** Locks the chosen buds in the order of their ids, as other writers do. */
async function lockChosen(work: Work): Promise<StoredBud[]> {
  const { tx, ownerId, selection } = work
  const ids = await idsOf(work)
  const rows = await tx
    .select(storedColumns)
    .from(buds)
    .where(and(eq(buds.ownerId, ownerId), sql`${buds._id} = any(${idList(ids)})`))
    .orderBy(buds._id)
    .for('update')
  if ('ids' in selection && rows.length < ids.length) throw new UserError(404, 'Bud not found')
  return rows
}

const none: BulkResult = { changed: 0, changeId: null }

/** Begins the change set. Its kind and name are not those of its first row. */
async function begin({ tx, ownerId }: Work, kind: 'create' | 'update' | 'delete', name: string) {
  const changeId = await beginChange(tx)
  await tx.insert(changes).values({ ownerId, _id: changeId, kind, name })
  return changeId
}

const nameOf = ([first, ...others]: StoredBud[]) =>
  first && others.length === 0 ? fullName(first) : `${others.length + 1} buds`

const idsIn = (rows: { _id: string }[]) => rows.map(({ _id }) => _id)

/** Which of the buds an edit changes, and the values of the columns that it writes. */
type Edit = { isChanged: (bud: StoredBud) => boolean; set: Record<string, SQL> }

async function edit(work: Work, editOf: (stored: StoredBud[]) => Edit | Promise<Edit>): Promise<BulkResult> {
  const stored = await lockChosen(work)
  const { isChanged, set } = await editOf(stored)
  const changed = stored.filter(isChanged)
  if (changed.length === 0) return none
  const changeId = await begin(work, 'update', nameOf(changed))
  await updateBuds({ ...work, changeId }, idsIn(changed), set)
  return { changed: changed.length, changeId }
}

async function addTag({ tx, ownerId }: Work, stored: StoredBud[], tag: string): Promise<Edit> {
  const isChanged = ({ tags }: StoredBud) => !tags.some((own) => tagKey(own) === tagKey(tag))
  const changed = stored.filter(isChanged)
  const full = changed.find(({ tags }) => tags.length >= tagLimit)
  if (full) {
    const msg = `${fullName(full)}: ${tooManyTags}`
    throw new UserError(409, msg, { errors: { value: [msg] } })
  }
  const [spelling = tag] = changed.length > 0 ? await settleTags(tx, ownerId, [tag]) : []
  return { isChanged, set: { tags: sql`buds.tags || ${spelling}::text` } }
}

function removeTag(stored: StoredBud[], tag: string): Edit {
  const isTag = (own: string) => tagKey(own) === tagKey(tag)
  const spellings = JSON.stringify([...new Set(stored.flatMap(({ tags }) => tags.filter(isTag)))])
  return {
    isChanged: ({ tags }) => tags.some(isTag),
    set: {
      tags: sql`array(select own from unnest(buds.tags) with ordinality list (own, n)
        where not jsonb_exists(${spellings}::jsonb, own) order by n)`,
    },
  }
}

/** A new cadence begins the reminders again that 'Stop' has ended. */
const setCadence = (days: number | null): Edit => ({
  isChanged: ({ cadenceDays }) => cadenceDays !== days,
  set: {
    cadence_days: sql`${days}::int`,
    ...(days !== null && { snoozed_until: sql`nullif(buds.snoozed_until, ${neverDue}::date)` }),
  },
})

/** The circle is locked before the buds, as by other writers. Throws 400 if it would have too many. */
async function addToCircle(work: Work, circleId: string): Promise<BulkResult> {
  const { tx, ownerId } = work
  const { stored, members, name } = await lockMembers(work, circleId)
  const joined = idsIn(stored).filter((id) => !members.has(id))
  if (joined.length === 0) return none
  const changeId = await beginCircle(work, circleId, name)
  await insertLinks({ ...work, changeId }, circleBuds, circleId, joined)
  await assertRoom(tx, ownerId, [circleId])
  return { changed: joined.length, changeId }
}

async function removeFromCircle(work: Work, circleId: string): Promise<BulkResult> {
  const { stored, members, name } = await lockMembers(work, circleId)
  const left = idsIn(stored).filter((id) => members.has(id))
  if (left.length === 0) return none
  const changeId = await beginCircle(work, circleId, name)
  await deleteLinks({ ...work, changeId }, circleBuds, circleId, left)
  return { changed: left.length, changeId }
}

async function lockMembers(work: Work, circleId: string) {
  const { tx, ownerId } = work
  await lockCircle(tx, ownerId, circleId)
  const stored = await lockChosen(work)
  const [circle] = await tx.select({ Name: circles.Name }).from(circles).where(isCircle(ownerId, circleId))
  const links = await tx
    .select({ _id: circleBuds.budId })
    .from(circleBuds)
    .where(and(eq(circleBuds.ownerId, ownerId), eq(circleBuds.recordId, circleId)))
  return { stored, members: new Set(idsIn(links)), name: circle?.Name ?? '' }
}

const isCircle = (ownerId: string, id: string) => and(eq(circles.ownerId, ownerId), eq(circles._id, id))

/** Other members are another version of the circle. */
async function beginCircle(work: Work, circleId: string, name: string) {
  const changeId = await begin(work, 'update', name)
  await work.tx.update(circles).set({ version: nextVersion }).where(isCircle(work.ownerId, circleId))
  return changeId
}

/** One contact with all of them, or several if they are more than it can have. */
async function logContact(work: Work, input: Extract<Bulk, { action: 'logContact' }>['value']) {
  const { tx, ownerId } = work
  const on = await pastDay(tx, ownerId, input.on)
  const stored = await lockChosen(work)
  if (stored.length === 0) return none
  const name = nameOfInteraction({ kind: input.kind, buds: stored })
  const changeId = await begin(work, 'create', name)
  for (const part of partsOf(stored, selectedBudsLimit)) {
    const id = uuid()
    await tx.insert(interactions).values({ ...input, on, ownerId, _id: id })
    await insertLinks({ ...work, changeId }, interactionBuds, id, idsIn(part))
  }
  return { changed: stored.length, changeId }
}

async function deleteChosen(work: Work): Promise<BulkResult> {
  const stored = await lockChosen(work)
  if (stored.length === 0) return none
  const changeId = await begin(work, 'delete', nameOf(stored))
  await deleteBuds(work, idsIn(stored))
  return { changed: stored.length, changeId }
}

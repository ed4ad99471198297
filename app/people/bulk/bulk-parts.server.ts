import { and, eq, getTableName, isNotNull, isNull, ne, not, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { clock } from '~/base/db/clock.server'
import { db, isEmbedded } from '~/base/db/db.server'
import { withLease, workLease } from '~/base/db/leases.server'
import { beginChange, byOwnerAndId } from '~/base/db/owned.server'
import { isStopping } from '~/base/node/background.server'
import { UserError } from '~/base/node/errors'
import { log } from '~/base/node/log.server'
import { pacer } from '~/base/node/pacer.server'
import { fullName, neverDue } from '~/people/buds/bud'
import { selectedBudsLimit } from '~/people/buds/bud-picker'
import { tagLimit, tooManyTags } from '~/people/buds/tags'
import { isSameTag, settleTags } from '~/people/buds/tags.server'
import { contactName, pastDay } from '~/people/interactions/interactions.server'
import { buds, changeRows, changes, interactionBuds, interactions } from '~drizzle/schema'
import type { Action } from './bulk-input.server'
import { beginRecording, deleteBuds, insertLinks, type Part, updateBuds } from './bulk-rows.server'
import { lockBuds, nameOfFirst, readChosen, type Work } from './chosen.server'

const { isOwn } = byOwnerAndId('Change', changes)

/** `changeId` is null if nothing was changed. */
export type BulkResult = { changed: number; changeId: string | null }

/** `isUnfinished`: the first buds are changed, and `finishParts` changes the others. */
export type Begun = BulkResult & { isUnfinished?: boolean }

export const none: BulkResult = { changed: 0, changeId: null }

/** Buds of a part, which is a transaction. The embedded database lets no other query run meanwhile, for about 10 ms. */
export const budsAtOnce = isEmbedded ? Math.ceil(selectedBudsLimit / 12) : selectedBudsLimit

/** Where the part ends that begins at a position. It has buds of one contact only. */
const endOf = (position: number) =>
  Math.min(position + budsAtOnce, (Math.floor(position / selectedBudsLimit) + 1) * selectedBudsLimit)

/** An action that changes each bud by itself. */
type Parted = Exclude<Action, { action: 'addToCircle' | 'removeFromCircle' }>

/** With what all parts have in common. */
type Settled =
  | Exclude<Parted, { action: 'archive' | 'logContact' }>
  | { action: 'archive'; value: string }
  | { action: 'logContact'; value: Contact }
type Contact = Extract<Parted, { action: 'logContact' }>['value'] & { ids: string[] }

/** Which buds an action changes: a condition of their rows. */
function isChangedBy({ action, value }: Parted | Settled): SQL | undefined {
  switch (action) {
    case 'addTag':
      return not(hasTag(value))
    case 'removeTag':
      return hasTag(value)
    case 'setType':
      return ne(buds.Budtype, value)
    case 'setCadence':
      return sql`${buds.cadenceDays} is distinct from ${value}::int`
    case 'archive':
      return isNull(buds.archivedAt)
    case 'unarchive':
      return isNotNull(buds.archivedAt)
    default:
      return undefined
  }
}

const hasTag = (tag: string) =>
  sql`exists (select from unnest(${buds.tags}) own where ${isSameTag(sql`own`, tag)})`
const hasRoom = sql`cardinality(${buds.tags}) < ${tagLimit}`

/** The change set of a bulk action, whose kind and name are not those of its first row. */
export async function beginSet(
  { tx, ownerId }: Work,
  set: Omit<typeof changes.$inferInsert, 'ownerId' | '_id'>,
) {
  const changeId = await beginChange(tx)
  await tx
    .insert(changes)
    .values({ ownerId, _id: changeId, ...set })
    .returning({ _: beginRecording(changeId) })
  return changeId
}

/** Checks the action for all of the buds, and does its first part. */
export async function beginParts(work: Work, bulk: Parted): Promise<Begun> {
  const { tx, ownerId } = work
  const isFull = bulk.action === 'addTag' ? not(hasRoom) : undefined
  const { ids, refused } = await readChosen(work, isChangedBy(bulk), isFull)
  if (ids.length === 0) return none
  const isUnfinished = ids.length > endOf(0)
  // A new tag is settled when its buds are locked.
  const first = await lockPart(work, ids, 0)
  if (first.length === 0 && !isUnfinished) return none
  // Was read before the lock: who has got the last tag meanwhile is left out, as in the other parts.
  if (refused) throw tooMany(refused)
  const settled = await settle(work, bulk, ids)
  const changeId = await beginSet(work, {
    kind: kinds[bulk.action] ?? 'update',
    name: await nameOf(work, bulk, ids),
    ...(isUnfinished && { position: endOf(0), bulk: { ...settled, ids } }),
  })
  if (settled.action === 'logContact') {
    const { ids: contactIds, ...contact } = settled.value
    await tx.insert(interactions).values(contactIds.map((_id) => ({ ...contact, ownerId, _id })))
  }
  const done = await writePart({ tx, ownerId, changeId }, { ...settled, ids }, 0)
  if (done > 0 || isUnfinished) return { changed: done, changeId, isUnfinished }
  await tx.delete(changes).where(isOwn(ownerId, changeId))
  return none
}

const kinds: Partial<Record<Parted['action'], 'create' | 'delete'>> = {
  logContact: 'create',
  delete: 'delete',
}

async function nameOf({ tx, ownerId }: Work, { action, value }: Parted, ids: string[]) {
  if (action !== 'logContact' && ids.length > 1) return `${ids.length} buds`
  const first = await nameOfFirst(tx, ownerId, ids)
  if (action === 'logContact') return contactName(value.kind, first, ids.length - 1)
  return first ? fullName(first) : ''
}

async function settle({ tx, ownerId }: Work, bulk: Parted, ids: string[]): Promise<Settled> {
  const { action, value } = bulk
  if (action === 'archive') return { action, value: new Date(clock.now()).toISOString() }
  if (action === 'logContact') {
    const contacts = Array.from({ length: Math.ceil(ids.length / selectedBudsLimit) }, () => uuid())
    return { action, value: { ...value, on: await pastDay(tx, ownerId, value.on), ids: contacts } }
  }
  if (action !== 'addTag') return bulk
  const [spelling = value] = await settleTags(tx, ownerId, [value])
  return { action, value: spelling }
}

function tooMany(name: string) {
  const msg = `${name}: ${tooManyTags}`
  return new UserError(409, msg, { errors: { value: [msg] } })
}

type Whole = Settled & { ids: string[] }

/** Changes the buds from a position on. Resolves to their number, without those that others have changed or deleted since. */
async function writePart(part: Part, bulk: Whole, position: number) {
  return writeBuds(part, bulk, await lockPart(part, bulk.ids, position), position)
}

/** Locks the buds of a part. Nobody else writes meanwhile in the embedded database. */
function lockPart({ tx, ownerId }: Pick<Work, 'tx' | 'ownerId'>, ids: string[], position: number) {
  const ofPart = ids.slice(position, endOf(position))
  return isEmbedded ? ofPart : lockBuds(tx, ownerId, ofPart)
}

function writeBuds(part: Part, bulk: Whole, ids: string[], position: number) {
  switch (bulk.action) {
    case 'logContact':
      return linkContact(part, bulk.value.ids[Math.floor(position / selectedBudsLimit)], ids)
    case 'delete':
      return deleteBuds(part, ids)
    case 'addTag':
      return updateBuds(part, ids, and(isChangedBy(bulk), hasRoom), newValues(bulk))
    default:
      return updateBuds(part, ids, isChangedBy(bulk), newValues(bulk), bulk.action === 'archive')
  }
}

async function linkContact(part: Part, id = '', ids: string[]) {
  const isContact = and(eq(interactions.ownerId, part.ownerId), eq(interactions._id, id))
  const { _id } = interactions
  const found = await part.tx.select({ _id }).from(interactions).where(isContact).for('key share')
  return found.length > 0 ? insertLinks(part, interactionBuds, id, ids) : 0
}

/** The columns that an edit writes, with their values. */
function newValues({
  action,
  value,
}: Exclude<Settled, { action: 'delete' | 'logContact' }>): Record<string, SQL> {
  switch (action) {
    case 'addTag':
      return { tags: sql`buds.tags || ${value}::text` }
    case 'removeTag':
      return {
        tags: sql`array(select own from unnest(buds.tags) with ordinality list (own, n)
          where not ${isSameTag(sql`own`, value)} order by n)`,
      }
    case 'setType':
      return { budtype: sql`${value}` }
    case 'setCadence':
      return {
        cadence_days: sql`${value}::int`,
        // A new cadence begins the reminders again that 'Stop' has ended.
        ...(value !== null && { snoozed_until: sql`nullif(buds.snoozed_until, ${neverDue}::date)` }),
      }
    case 'archive':
      return { archived_at: sql`${value}::timestamptz` }
    case 'unarchive':
      return { archived_at: sql`null` }
  }
}

/** Continues actions that a process has left unfinished. */
export async function continueBulks() {
  const unfinished = await db
    .select({ ownerId: changes.ownerId, _id: changes._id })
    .from(changes)
    .where(and(isNotNull(changes.position), isNotNull(changes.bulk)))
  for (const { ownerId, _id } of unfinished)
    await continueParts(ownerId, _id, 0).catch((error) =>
      log.error({ err: error }, 'bulk action not continued'),
    )
}

/** Does what is left of an action, or waits until another process has. Throws 503 if it has to continue later. */
export async function finishParts(ownerId: string, changeId: string): Promise<BulkResult> {
  await continueParts(ownerId, changeId, 1)
  const isCounted = sql`case ${changes.kind} when 'create' then ${changeRows.table} = ${getTableName(interactionBuds)} else ${changeRows.table} = ${getTableName(buds)} end`
  const [row] = await db
    .select({
      position: changes.position,
      changed: db.$count(
        changeRows,
        and(eq(changeRows.ownerId, ownerId), eq(changeRows.changeId, changeId), isCounted),
      ),
    })
    .from(changes)
    .where(isOwn(ownerId, changeId))
  if (!row) return none
  if (row.position !== null) throw new UserError(503, 'The action continues in the background')
  return row.changed > 0 ? { changed: row.changed, changeId } : none
}

/** How long an action waits for another process that does it, in ms. */
const patience = 3_000

async function continueParts(ownerId: string, changeId: string, own: 0 | 1) {
  const lease = { ...workLease, wait: own ? patience : 0 }
  await withLease(`bulk:${changeId}`, lease, async () => {
    const { position, bulk } = changes
    const [row] = await db.select({ position, bulk }).from(changes).where(isOwn(ownerId, changeId))
    if (!row?.bulk) return
    const yieldToRequests = pacer(own)
    for (let next = row.position; next !== null && !isStopping(); ) {
      await yieldToRequests()
      next = await nextPart(ownerId, changeId, row.bulk as Whole, next)
    }
  })
}

/** Resolves to the position after the part. Null: there are no more, or another process goes on. */
function nextPart(ownerId: string, changeId: string, bulk: Whole, position: number) {
  const end = endOf(position)
  const next = end < bulk.ids.length ? end : null
  return db.transaction(async (tx) => {
    const moved = await tx
      .update(changes)
      .set({ position: next, ...(next === null && { bulk: null }) })
      .where(and(isOwn(ownerId, changeId), eq(changes.position, position)))
      .returning({ _: beginRecording(changeId) })
    if (moved.length === 0) return null
    await writePart({ tx, ownerId, changeId }, bulk, position)
    return next
  })
}

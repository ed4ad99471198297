import { and, eq, getTableName, isNotNull, type SQL, sql } from 'drizzle-orm'
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
import { tagKey, tagLimit, tooManyTags } from '~/people/buds/tags'
import { settleTags } from '~/people/buds/tags.server'
import { nameOfInteraction, pastDay } from '~/people/interactions/interactions.server'
import { buds, changeRows, changes, interactionBuds, interactions } from '~drizzle/schema'
import type { Bulk } from './bulk-input.server'
import { beginRecording, deleteBuds, insertLinks, type Part, updateBuds } from './bulk-rows.server'
import { type BudState, type ChosenBud, idsIn, lockBuds, readChosen, type Work } from './chosen.server'

const { isOwn } = byOwnerAndId('Change', changes)

/** `changeId` is null if nothing was changed. */
export type BulkResult = { changed: number; changeId: string | null }

/** `isUnfinished`: the first buds are changed, and `finishParts` changes the others. */
export type Begun = BulkResult & { isUnfinished?: boolean }

export const none: BulkResult = { changed: 0, changeId: null }

/**
 * Buds of a transaction. The embedded database lets no other query run meanwhile, which takes about 20 ms. A contact has
 * those of whole transactions.
 */
export const budsAtOnce = isEmbedded ? selectedBudsLimit / 5 : selectedBudsLimit

/** An action that changes each bud by itself. */
type Parted = Exclude<Bulk, { action: 'addToCircle' | 'removeFromCircle' }>

/** With what all parts have in common. */
type Settled =
  | Exclude<Parted, { action: 'archive' | 'logContact' }>
  | { action: 'archive'; value: string }
  | { action: 'logContact'; value: Contact }
type Contact = Extract<Parted, { action: 'logContact' }>['value'] & { ids: string[] }

/** Which buds an action changes. */
function isChangedBy({ action, value }: Parted | Settled): (bud: BudState) => boolean {
  switch (action) {
    case 'addTag':
      return ({ tags }) => !tags.some(isTag(value))
    case 'removeTag':
      return ({ tags }) => tags.some(isTag(value))
    case 'setType':
      return ({ Budtype }) => Budtype !== value
    case 'setCadence':
      return ({ cadenceDays }) => cadenceDays !== value
    case 'archive':
      return ({ archivedAt }) => archivedAt === null
    case 'unarchive':
      return ({ archivedAt }) => archivedAt !== null
    default:
      return () => true
  }
}

const isTag = (tag: string) => (own: string) => tagKey(own) === tagKey(tag)
const isFull = ({ tags }: BudState) => tags.length >= tagLimit

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
  const changed = (await readChosen(work)).filter(isChangedBy(bulk))
  if (changed.length === 0) return none
  const ids = idsIn(changed)
  const isUnfinished = ids.length > budsAtOnce
  // A new tag is settled when its buds are locked.
  const first = await lockBuds(tx, ownerId, ids.slice(0, budsAtOnce))
  if (first.length === 0 && !isUnfinished) return none
  const settled = await settle(work, bulk, changed)
  const changeId = await beginSet(work, {
    kind: kinds[bulk.action] ?? 'update',
    name:
      bulk.action === 'logContact'
        ? nameOfInteraction({ kind: bulk.value.kind, buds: changed })
        : nameOf(changed),
    ...(isUnfinished && { position: budsAtOnce, bulk: { ...settled, ids } }),
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

const nameOf = ([first, ...others]: ChosenBud[]) =>
  first && others.length === 0 ? fullName(first) : `${others.length + 1} buds`

async function settle({ tx, ownerId }: Work, bulk: Parted, changed: ChosenBud[]): Promise<Settled> {
  const { action, value } = bulk
  if (action === 'archive') return { action, value: new Date(clock.now()).toISOString() }
  if (action === 'logContact') {
    const ids = Array.from({ length: Math.ceil(changed.length / selectedBudsLimit) }, () => uuid())
    return { action, value: { ...value, on: await pastDay(tx, ownerId, value.on), ids } }
  }
  if (action !== 'addTag') return bulk
  const full = changed.find(isFull)
  if (full) {
    const msg = `${fullName(full)}: ${tooManyTags}`
    throw new UserError(409, msg, { errors: { value: [msg] } })
  }
  const [spelling = value] = await settleTags(tx, ownerId, [value])
  return { ...bulk, value: spelling }
}

type Whole = Settled & { ids: string[] }

/** Changes the buds from a position on. Resolves to their number, without those that others have changed or deleted since. */
async function writePart(part: Part, bulk: Whole, position: number) {
  const stored = await lockBuds(part.tx, part.ownerId, bulk.ids.slice(position, position + budsAtOnce))
  const changed = stored.filter(isChangedBy(bulk)).filter((bud) => bulk.action !== 'addTag' || !isFull(bud))
  const ids = idsIn(changed)
  if (ids.length === 0) return 0
  if (bulk.action === 'logContact')
    return linkContact(part, bulk.value.ids[Math.floor(position / selectedBudsLimit)], ids)
  if (bulk.action === 'delete') await deleteBuds(part, ids)
  else await updateBuds(part, ids, newValues(bulk, changed))
  return ids.length
}

async function linkContact(part: Part, id = '', ids: string[]) {
  const isContact = and(eq(interactions.ownerId, part.ownerId), eq(interactions._id, id))
  const { _id } = interactions
  const found = await part.tx.select({ _id }).from(interactions).where(isContact).for('key share')
  if (found.length === 0) return 0
  await insertLinks(part, interactionBuds, id, ids)
  return ids.length
}

/** The columns that an edit writes, with their values. */
function newValues(
  { action, value }: Exclude<Settled, { action: 'delete' | 'logContact' }>,
  changed: BudState[],
): Record<string, SQL> {
  switch (action) {
    case 'addTag':
      return { tags: sql`buds.tags || ${value}::text` }
    case 'removeTag': {
      const spellings = JSON.stringify([...new Set(changed.flatMap(({ tags }) => tags.filter(isTag(value))))])
      return {
        tags: sql`array(select own from unnest(buds.tags) with ordinality list (own, n)
          where not jsonb_exists(${spellings}::jsonb, own) order by n)`,
      }
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
  const next = position + budsAtOnce < bulk.ids.length ? position + budsAtOnce : null
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

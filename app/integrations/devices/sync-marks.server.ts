import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { type Db, db, isEmbedded } from '~/base/db/db.server'
import { idList } from '~/base/db/owned.server'
import { createGate } from '~/base/http/gate.server'
import { pacer } from '~/base/node/pacer.server'
import {
  budObjects,
  buds,
  circleObjects,
  circles,
  deviceDeletions,
  eventObjects,
  events,
  syncMarks,
  syncStates,
} from '~drizzle/schema'
import type { Device, SyncType } from './device'

/** A record that is there, and the number of its last change. An empty `file` stands for its id with the extension. */
export type Mark = { type: SyncType; recordId: string; file: string; n: number }

const { type, recordId, file, n, goneAt, ownerId } = syncMarks
const columns = { type, recordId, file, n: sql<number>`${n}`.mapWith(n) }

const isOf = (device: Device, types: SyncType[]) => and(eq(ownerId, device.ownerId), inArray(type, types))

/** SQL condition for a mark: the device has deleted the record, which its owner still has. */
const isHeldFor = (device: Device) => sql<boolean>`exists (select from device_deletions held
  where held.owner_id = sync_marks.owner_id and held.device_id = ${device._id}
    and held.type = sync_marks.type and held.record_id = sync_marks.record_id and held.is_held)`

const isListed = (device: Device, types: SyncType[]) =>
  and(isOf(device, types), isNull(goneAt), isNotNull(n), sql`not ${isHeldFor(device)}`)

/** The numbers of the last change of these types, and of the last deletion that is forgotten. */
async function findState({ ownerId: owner }: Device, types: SyncType[]) {
  const { forgotten } = syncStates
  const last = types.map(
    (one) => sql`(select max(n) from sync_marks where owner_id = ${owner} and type = ${one})`,
  )
  const [state] = await db
    .select({ last: sql`greatest(${forgotten}, ${sql.join(last, sql`, `)})`.mapWith(Number), forgotten })
    .from(syncStates)
    .where(eq(syncStates.ownerId, owner))
  return state ?? { last: 0, forgotten: 0 }
}

/** The number of the last change of these types. It is never less than a number that was forgotten. */
export const lastNumber = async (device: Device, types: SyncType[]): Promise<number> =>
  (await findState(device, types)).last

/** All records of these types that the device has. They contain all changes up to the number `state`. */
export async function listMarks(
  device: Device,
  types: SyncType[],
): Promise<{ marks: Mark[]; state: number }> {
  await markRecords(device.ownerId, types)
  const state = await lastNumber(device, types)
  return { marks: await db.select(columns).from(syncMarks).where(isListed(device, types)), state }
}

/** The marks of some records that the device has. */
export const marksOf = (device: Device, types: SyncType[], ids: string[]): Promise<Mark[]> =>
  db
    .select(columns)
    .from(syncMarks)
    .where(and(isListed(device, types), sql`${recordId} = any(${idList(ids)})`))

const sources = {
  bud: { records: buds, objects: budObjects, isResource: undefined },
  circle: { records: circles, objects: circleObjects, isResource: undefined },
  event: { records: events, objects: eventObjects, isResource: isNull(events.series) },
}

const batch = isEmbedded ? 200 : 5_000
const allTypes: SyncType[] = ['bud', 'circle', 'event']

/** Listings that are repeated meanwhile would all mark the same records. */
const marking = createGate({ atOnce: Infinity, forOne: 1 })

/**
 * Marks records that are older than their owner's first device. Another listing may do the same meanwhile, so only a look that
 * finds nothing missing is the last one.
 */
export async function markRecords(owner: string, types = allTypes) {
  const leave = await marking.enter(owner)
  try {
    for (const one of types) await markMissing(owner, one)
  } finally {
    leave()
  }
}

async function markMissing(owner: string, one: SyncType) {
  const { records, objects, isResource } = sources[one]
  const isOfRecord = and(eq(objects.ownerId, records.ownerId), eq(objects.recordId, records._id))
  const isMarked = sql`exists (select from sync_marks mark
    where mark.owner_id = ${records.ownerId} and mark.type = ${one} and mark.record_id = ${records._id})`
  const missing = sql`select ${records.ownerId}, ${one}, ${records._id}, null::bigint, null::timestamptz,
      coalesce(${objects.file}, '')
    from ${records} left join ${objects} on ${isOfRecord}
    where ${and(eq(records.ownerId, owner), isResource)} and not ${isMarked} limit ${batch}`
  const yieldToRequests = pacer(1)
  while ((await db.$count(sql`(${missing}) missing`)) > 0) {
    await db.insert(syncMarks).select(missing).onConflictDoNothing()
    await yieldToRequests()
  }
}

/** What has changed after a number. Null: it is not a number of these types, or deletions after it are forgotten. */
export async function marksSince(
  device: Device,
  types: SyncType[],
  since: number,
): Promise<{ changed: Mark[]; gone: Mark[]; state: number } | null> {
  const { last: state, forgotten } = await findState(device, types)
  if (!Number.isSafeInteger(since) || since < forgotten || since > state) return null
  if (since === state) return { changed: [], gone: [], state }
  const rows = await db
    .select({ ...columns, isGone: sql<boolean>`${goneAt} is not null or ${isHeldFor(device)}` })
    .from(syncMarks)
    .where(and(isOf(device, types), gt(n, since)))
    .orderBy(n)
  const changed = rows.filter(({ isGone }) => !isGone)
  // Another record may have the name of one that is gone.
  const names = new Set(changed.map(nameOf))
  return { changed, gone: rows.filter((row) => row.isGone && !names.has(nameOf(row))), state }
}

const nameOf = ({ file, recordId }: Mark) => file || recordId

/** SQL condition: a mark is that of a resource name, which the client has chosen or which is the id with the extension. */
function isNamed(name: string, extension: string) {
  const [, id] = new RegExp(`^(${guid})\\.${extension}$`).exec(name) ?? []
  const isOfClient = and(eq(file, name), sql`${file} <> ''`)
  return id ? or(isOfClient, and(eq(recordId, id), eq(file, ''))) : isOfClient
}

const guid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/**
 * The record of a resource name. Undefined if the device has none of that name, also if it has deleted one that is held.
 * Call it in the transaction that writes.
 */
export async function findMark(
  tx: Db,
  device: Device,
  types: SyncType[],
  name: string,
  extension: string,
): Promise<Mark | undefined> {
  const [mark] = await findMarks(tx, device, types, name, extension, false)
  return mark
}

const findMarks = (
  tx: Db,
  device: Device,
  types: SyncType[],
  name: string,
  extension: string,
  held: boolean,
) =>
  tx
    .select(columns)
    .from(syncMarks)
    .where(
      and(isOf(device, types), isNamed(name, extension), isNull(goneAt), sql`${isHeldFor(device)} = ${held}`),
    )
    // The name that a client has chosen goes first.
    .orderBy(sql`${file} = ''`)
    .limit(1)

/** A device that sends a record again whose deletion is held does not want it deleted any more. The record, if so. */
export async function takeUpHeld(
  tx: Db,
  device: Device,
  types: SyncType[],
  name: string,
  extension: string,
): Promise<Mark | undefined> {
  const [mark] = await findMarks(tx, device, types, name, extension, true)
  if (mark) await tx.delete(deviceDeletions).where(isDeletionOf(device, mark))
  return mark
}

/** SQL condition for the deletion of a record by a device. */
export const isDeletionOf = (device: Device, { type, recordId }: Pick<Mark, 'type' | 'recordId'>) =>
  and(
    eq(deviceDeletions.ownerId, device.ownerId),
    eq(deviceDeletions.deviceId, device._id),
    eq(deviceDeletions.type, type),
    eq(deviceDeletions.recordId, recordId),
  )

export const etagOfMark = (number: number) => `"${number}"`

/**
 * The number that the record has after all that the transaction has written until now. Call it at the end of a transaction:
 * the numbers of the owner are locked from here on.
 */
export async function numberOf(tx: Db, owner: string, one: SyncType, id: string): Promise<number> {
  await tx.execute(sql`set constraints number_sync_marks immediate`)
  const isMark = and(eq(ownerId, owner), eq(type, one), eq(recordId, id))
  const [mark] = await tx.select({ n }).from(syncMarks).where(isMark)
  await tx.execute(sql`set constraints number_sync_marks deferred`)
  return mark?.n ?? 0
}

import { setTimeout } from 'node:timers/promises'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { type Db, db, isEmbedded } from '~/base/db/db.server'
import { inBackground, isStopping } from '~/base/node/background.server'
import { findNames } from '~/data/history/record-names.server'
import { buds, circles, deviceDeletions, devices, events, syncMarks } from '~drizzle/schema'
import { completeChange, joinChange, lockDevices } from './change-sets.server'
import type { HeldDeletions, SyncType } from './device'

const { ownerId, deviceId, type, recordId, at, isHeld } = deviceDeletions

export const isOfDevice = (owner: string, device: string) => and(eq(ownerId, owner), eq(deviceId, device))
const isHeldBy = (owner: string, device: string) => and(isOfDevice(owner, device), isHeld)

/** SQL condition: nobody else has deleted the record. */
export const isThere = sql<boolean>`case device_deletions.type
    when 'bud' then exists (select from buds where owner_id = device_deletions.owner_id and id = record_id)
    when 'circle' then exists (select from circles where owner_id = device_deletions.owner_id and id = record_id)
    else exists (select from events where owner_id = device_deletions.owner_id and id = record_id) end`

/** What is held, by device, the device with the oldest first. */
export async function heldOf(userId: string): Promise<HeldDeletions[]> {
  const rows = await db
    .select({ deviceId, device: devices.name, type, recordId, at })
    .from(deviceDeletions)
    .innerJoin(devices, eq(devices._id, deviceId))
    .where(and(eq(ownerId, userId), isHeld, isThere))
    .orderBy(at, recordId)
  const ids = rows.map((row) => row.recordId)
  const names = await findNames(db, userId, ids)
  const held = new Map<string, HeldDeletions>()
  for (const row of rows) {
    const list = held.get(row.deviceId) ?? {
      device: { _id: row.deviceId, name: row.device },
      records: [],
      since: row.at,
    }
    list.records.push({ type: row.type, _id: row.recordId, name: names.get(row.recordId) ?? '' })
    held.set(row.deviceId, list)
  }
  return [...held.values()]
}

/** How many records a device has deleted of late, and how many of them are held. */
export async function countDeletions(userId: string, device: string) {
  const records = await db.$count(deviceDeletions, isOfDevice(userId, device))
  return { records, held: await db.$count(deviceDeletions, and(isHeldBy(userId, device), isThere)) }
}

/** SQL condition: somebody has written the record since the device deleted it. */
const isChanged = sql<boolean>`exists (
  select from change_rows row join changes change on change.owner_id = row.owner_id and change.id = row.change_id
    where row.owner_id = device_deletions.owner_id and row.record_id = device_deletions.record_id
      and coalesce(change.last_at, change.created_at) > device_deletions.at)`

/** Records a transaction. The embedded database lets no other query run meanwhile. */
const batch = isEmbedded ? 20 : 200

/** Milliseconds after which the rest is deleted behind the response. */
const patience = 2_000

/**
 * Deletes what is held of a device, as one change set of its owner. A record that was changed since stays, and the device
 * gets it back. Resolves to the number of records that are deleted.
 */
export async function deleteHeld(owner: string, device: string) {
  const expected = await db.$count(
    deviceDeletions,
    and(isHeldBy(owner, device), isThere, sql`not ${isChanged}`),
  )
  const release = { deleted: 0, changeId: undefined as string | undefined }
  const work = (async () => {
    while (!isStopping() && (await deleteSome(owner, device, release)));
  })()
  inBackground('release of deletions', () => work)
  const isDone = await Promise.race([work.then(() => true), setTimeout(patience, false, { ref: false })])
  return isDone ? release.deleted : expected
}

type Release = { deleted: number; changeId: string | undefined }

/** Resolves to false if nothing was left. */
async function deleteSome(owner: string, device: string, release: Release) {
  const done = await db.transaction(async (tx) => {
    await lockDevices(tx, owner)
    const held = await tx
      .select({ type, recordId, isChanged })
      .from(deviceDeletions)
      .where(isHeldBy(owner, device))
      .limit(batch)
    const ids = held.map((row) => row.recordId)
    await tx.delete(deviceDeletions).where(and(isOfDevice(owner, device), inArray(recordId, ids)))
    const kept = held.filter((row) => row.isChanged)
    await markAsChanged(
      tx,
      owner,
      kept.map((row) => row.recordId),
    )
    const changeId = await joinChange(tx, owner, release.changeId)
    const deleted = await deleteRecords(
      tx,
      owner,
      held.filter((row) => !row.isChanged),
    )
    await completeChange(tx, owner)
    return { deleted, changeId, isLast: held.length < batch }
  })
  release.deleted += done.deleted
  if (done.deleted > 0) release.changeId = done.changeId
  return !done.isLast
}

async function deleteRecords(tx: Db, owner: string, records: { type: SyncType; recordId: string }[]) {
  const idsOf = (one: SyncType) => records.filter(({ type }) => type === one).map(({ recordId }) => recordId)
  const [ofCircles, ofEvents, ofBuds] = [idsOf('circle'), idsOf('event'), idsOf('bud')]
  const isEvent = or(inArray(events._id, ofEvents), inArray(events.series, ofEvents))
  const one = { one: sql`1`, series: events.series }
  const deleted = [
    ...(await tx
      .delete(circles)
      .where(and(eq(circles.ownerId, owner), inArray(circles._id, ofCircles)))
      .returning({ one: sql`1` })),
    ...(
      await tx
        .delete(events)
        .where(and(eq(events.ownerId, owner), isEvent))
        .returning(one)
    ).filter(({ series }) => series === null),
    ...(await tx
      .delete(buds)
      .where(and(eq(buds.ownerId, owner), inArray(buds._id, ofBuds)))
      .returning({ one: sql`1` })),
  ]
  return deleted.length
}

/** The devices of the owner get the records by their next sync. */
export const markAsChanged = (tx: Db, owner: string, ids: string[]) =>
  tx
    .update(syncMarks)
    .set({ n: null })
    .where(and(eq(syncMarks.ownerId, owner), inArray(syncMarks.recordId, ids)))

import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { enqueueNotice } from '~/account/accounts/notices.server'
import type { Db } from '~/base/db/db.server'
import { buds, circles, deviceDeletions, events } from '~drizzle/schema'
import type { Device } from './device'
import { isDeletionOf, type Mark } from './sync-marks.server'

type DeletedRecord = Pick<Mark, 'type' | 'recordId'>

/** How many records a device may delete within the window, and which share of those of a type if it is `least` or more. */
const brake = { records: 10, share: 0.05, least: 3 }
export const brakeWindow = sql`interval '10 minutes'`

const tables = { bud: buds, circle: circles, event: events }

/**
 * Records a deletion, and holds it if it is one of too many. The first that is held of a burst is mailed. Undefined: the record
 * is to be deleted.
 */
export async function holdDeletion(tx: Db, device: Device, record: DeletedRecord) {
  const { isHeld, at, type, recordId, ownerId, deviceId } = deviceDeletions
  const [known] = await tx.select({ isHeld }).from(deviceDeletions).where(isDeletionOf(device, record))
  if (known?.isHeld) return 'again'
  const ofDevice = and(eq(ownerId, device.ownerId), eq(deviceId, device._id))
  const recent = await tx
    .select({ isHeld, type, at })
    .from(deviceDeletions)
    .where(and(ofDevice, gt(at, sql`clock_now() - ${brakeWindow}`)))
    .orderBy(at)
  const holds = await isTooMany(tx, device, record, recent)
  const written = { at: sql`clock_now()`, isHeld: holds }
  await tx
    .insert(deviceDeletions)
    .values({ ownerId: device.ownerId, deviceId: device._id, ...record, ...written })
    .onConflictDoUpdate({ target: [ownerId, deviceId, type, recordId], set: written })
  if (!holds) return
  if (recent.some((one) => one.isHeld)) return 'again'
  const details = { device: device._id, name: device.name }
  await enqueueNotice(tx, { kind: 'deletions-held', userId: device.ownerId, details })
  return 'first'
}

type Deletion = { isHeld: boolean; type: Mark['type']; at: Date }

/** Whether one more deletion is too many, of all records or of those of its type that there were before the first. */
async function isTooMany(tx: Db, { ownerId }: Device, { type }: DeletedRecord, recent: Deletion[]) {
  if (recent.length >= brake.records) return true
  const ofType = recent.filter((one) => one.type === type)
  const count = ofType.length + 1
  const [first] = ofType
  if (!first || count < brake.least) return false
  const table = tables[type]
  const isOlder = and(eq(table.ownerId, ownerId), lte(table.createdAt, first.at))
  const before = (await tx.$count(table, isOlder)) + ofType.filter(({ isHeld }) => !isHeld).length
  return count > before * brake.share
}

import { and, eq, lt, not, sql } from 'drizzle-orm'
import { deleteInBatches } from '~/base/db/batches.server'
import { db } from '~/base/db/db.server'
import { deviceDeletions, syncMarks, syncStates } from '~drizzle/schema'
import { brakeWindow } from './brake.server'
import { isThere } from './held-deletions.server'

/** Days for which a client that has not synced learns what is gone. After that, it lists everything. */
const goneDays = 30

/**
 * Forgets deletions that no window of the brake has any more. Those of a burst whose end is held stay, because they are taken
 * back with it.
 */
export async function pruneDeletions() {
  const { isHeld, at } = deviceDeletions
  const isOfBurst = sql`exists (select from device_deletions held
    where held.owner_id = ${deviceDeletions.ownerId} and held.device_id = ${deviceDeletions.deviceId}
      and held.is_held and held.at between ${at} and ${at} + ${brakeWindow})`
  const isOver = and(not(isHeld), lt(at, sql`clock_now() - ${brakeWindow}`), not(isOfBurst))
  await db.delete(deviceDeletions).where(isOver)
  await db.delete(deviceDeletions).where(and(eq(isHeld, true), not(isThere)))
}

/** Forgets the marks of what has been gone for long. Each owner's last number of them is recorded before. */
export async function pruneMarks() {
  const { ownerId, n, goneAt } = syncMarks
  const isOld = lt(goneAt, sql`clock_now() - make_interval(days => ${goneDays})`)
  const last = db
    .select({ ownerId, lastN: sql`max(${n})`.as('last_n') })
    .from(syncMarks)
    .where(isOld)
    .groupBy(ownerId)
    .as('last')
  await db
    .update(syncStates)
    .set({ forgotten: sql`greatest(${syncStates.forgotten}, ${last.lastN})` })
    .from(last)
    .where(eq(syncStates.ownerId, last.ownerId))
  const isForgotten = sql`n <= (select forgotten from sync_states where owner_id = sync_marks.owner_id)`
  await deleteInBatches(syncMarks, and(isOld, isForgotten))
}

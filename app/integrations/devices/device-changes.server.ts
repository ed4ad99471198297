import { and, desc, eq, gt, isNull, ne, not, sql } from 'drizzle-orm'
import { type Db, db } from '~/base/db/db.server'
import { runVia } from '~/base/db/via.server'
import { createGate } from '~/base/http/gate.server'
import { flushOutboxInBackground } from '~/base/mail/outbox.server'
import { changes } from '~drizzle/schema'
import { holdDeletion } from './brake.server'
import { completeChange, joinChange, lockDevices } from './change-sets.server'
import type { Device } from './device'
import type { Mark } from './sync-marks.server'

/**
 * One transaction of a device. What a device writes within 60 seconds is one change set, and what it deletes is another one:
 * a deletion can be taken back without the edits before it.
 */
export const changeAs = <T>(device: Device, work: (tx: Db) => Promise<T>): Promise<T> =>
  transactionOf(device, async (tx) => {
    await joinChange(tx, device.ownerId, await findOpenChange(tx, device, 'write'))
    const result = await work(tx)
    await completeChange(tx, device.ownerId)
    return result
  })

/** Deletes a record, unless the device deletes so many that their owner has to decide. The device sees no difference. */
export async function deleteAs(
  device: Device,
  record: Pick<Mark, 'type' | 'recordId'>,
  remove: (tx: Db) => Promise<void>,
): Promise<'deleted' | 'held'> {
  const hold = await transactionOf(device, async (tx) => {
    const hold = await holdDeletion(tx, device, record)
    if (hold) return hold
    await joinChange(tx, device.ownerId, await findOpenChange(tx, device, 'delete'))
    await remove(tx)
    await completeChange(tx, device.ownerId)
  })
  if (hold === 'first') flushOutboxInBackground()
  return hold ? 'held' : 'deleted'
}

/** At the lock of the database, each would hold a connection while it waits. The request timeout is 4.2 s. */
const lines = createGate({ atOnce: Infinity, forOne: 1, waiting: 100, patience: 3_000 })

const transactionOf = <T>(device: Device, work: (tx: Db) => Promise<T>) =>
  lines.run(device.ownerId, () =>
    runVia({ kind: 'device', name: device.name, device: device._id }, () =>
      db.transaction(async (tx) => {
        await lockDevices(tx, device.ownerId)
        return work(tx)
      }),
    ),
  )

/** The last such change set of the device, if it goes on. The lock lets an undo come before or after, and never in between. */
async function findOpenChange(tx: Db, device: Device, what: 'write' | 'delete') {
  const { _id, ownerId, deviceId, kind, undoneAt, lastAt } = changes
  const isSuch = what === 'delete' ? eq(kind, 'delete') : ne(kind, 'delete')
  // After an undo, what is written is another thing.
  const isBeforeUndo = sql`exists (select from changes newer where newer.owner_id = ${ownerId}
    and newer.device_id = ${deviceId} and newer.id > ${_id} and newer.undone_at is not null)`
  const isRecent = gt(lastAt, sql`clock_now() - interval '60 seconds'`)
  const isOpen = and(isNull(undoneAt), isRecent, not(isBeforeUndo))
  const [last] = await tx
    .select({ _id, isOpen: sql<boolean | null>`${isOpen}` })
    .from(changes)
    .where(and(eq(ownerId, device.ownerId), eq(deviceId, device._id), isSuch))
    .orderBy(desc(_id))
    .limit(1)
    .for('update')
  return last?.isOpen ? last._id : undefined
}

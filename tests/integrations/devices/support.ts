import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { type Db, db } from '~/base/db/db.server'
import type { Device, SyncType } from '~/integrations/devices/device'
import { changeAs, deleteAs } from '~/integrations/devices/device-changes.server'
import { buds, devices, nextVersion, syncStates } from '~drizzle/schema'
import { createBud } from '../../support/factories'

/** A device of an owner, as if it had signed in. */
export async function createDevice({ _id: ownerId }: { _id: string }, name = 'iPhone'): Promise<Device> {
  const _id = uuid()
  await db.insert(devices).values({ _id, userId: ownerId, name, passwordHash: uuid(), hint: 'abcd' })
  await db.insert(syncStates).values({ ownerId }).onConflictDoNothing()
  return { _id, name, ownerId, zone: 'Europe/London' }
}

/** Adds a bud as a device does. */
export const addBud = (device: Device, Firstname: string, _id = uuid()) =>
  changeAs(device, async (tx) => {
    await tx.insert(buds).values({ ownerId: device.ownerId, _id, Firstname })
    return _id
  })

export const renameBud = (device: Device, _id: string, Firstname: string) =>
  changeAs(device, (tx) => rename(tx, _id, Firstname))

export const rename = (tx: Db, _id: string, Firstname: string) =>
  tx.update(buds).set({ Firstname, version: nextVersion }).where(eq(buds._id, _id))

export const removeBud = (device: Device, recordId: string, type: SyncType = 'bud') =>
  deleteAs(device, { type, recordId }, async (tx) => {
    await tx.delete(buds).where(eq(buds._id, recordId))
  })

/** The ids of new buds, in their order. */
export async function createBuds(owner: { _id: string }, count: number) {
  const ids: string[] = []
  for (let n = 1; n <= count; n++) ids.push((await createBud(owner, { Firstname: `Bud ${n}` }))._id)
  return ids
}

export async function removeBuds(device: Device, ids: string[]) {
  const results = []
  for (const id of ids) results.push(await removeBud(device, id))
  return results
}

/** Deletes so much that the last deletion is held. */
export async function holdDeletion(owner: { _id: string }, name?: string) {
  const device = await createDevice(owner, name)
  const ids = await createBuds(owner, 3)
  await removeBuds(device, ids)
  return { device, held: ids[2] ?? '' }
}

/** Moves what devices have done into the past. */
export const letPass = (seconds: number) =>
  db.execute(sql`with aged as (
      update changes set last_at = last_at - make_interval(secs => ${seconds}) where last_at is not null
    ) update device_deletions set at = at - make_interval(secs => ${seconds})`)

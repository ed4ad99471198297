import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { assertNotDemo, lockSignedIn } from '~/account/accounts/accounts.server'
import { enqueueAccessNotice } from '~/account/accounts/notices.server'
import { requireRecentSignIn } from '~/account/accounts/recent-sign-in.server'
import type { User } from '~/account/users/user'
import { db } from '~/base/db/db.server'
import { byId } from '~/base/db/owned.server'
import type { Call } from '~/base/http/context.server'
import { flushOutboxInBackground } from '~/base/mail/outbox.server'
import { inBackground } from '~/base/node/background.server'
import { env } from '~/base/node/env.server'
import { UserError } from '~/base/node/errors'
import { type ChangeQuery, listChanges } from '~/data/history/history.server'
import { devices, syncStates } from '~drizzle/schema'
import { hashOfAppPassword, newAppPassword } from './app-password.server'
import { deviceLimit, type ListedDevice } from './device'
import type { DeviceInput } from './device-input.server'
import { deleteHeld } from './held-deletions.server'
import { keepHeld } from './refused-deletions.server'
import { markRecords } from './sync-marks.server'

const { hasId, assertFound } = byId('Device', devices)

const columns = {
  _id: devices._id,
  name: devices.name,
  hint: devices.hint,
  createdAt: devices.createdAt,
  lastUsedOn: devices.lastUsedOn,
}

const unused = { added: 0, changed: 0, deleted: 0, held: 0 }
const isActive = (userId: string) => and(eq(devices.userId, userId), isNull(devices.revokedAt))

/** The devices of a user that can sign in, the newest first. */
export async function listDevices(userId: string): Promise<ListedDevice[]> {
  const rows = await db
    .select({ ...columns, held })
    .from(devices)
    .where(isActive(userId))
    .orderBy(desc(devices._id))
  const counts = await countChanges(userId)
  return rows.map((device) => ({
    ...device,
    ...(counts.get(device._id) ?? { added: 0, changed: 0, deleted: 0 }),
  }))
}

const held = sql<number>`(select count(*)::int from device_deletions
  where owner_id = devices.user_id and device_id = devices.id and is_held)`

/** The numbers of records that devices have added, changed and deleted, without what was undone. */
async function countChanges(userId: string) {
  const count = (condition: string) =>
    sql<number>`(count(distinct record_id) filter (where ${sql.raw(condition)}))::int`
  const rows = await db
    .select({
      deviceId: sql<string>`device_id`,
      added: count('is_added'),
      changed: count('not is_added and not is_deleted'),
      deleted: count('is_deleted'),
    })
    .from(
      sql`(select device_id, record_id, bool_or(is_record and before is null) as is_added,
          bool_or(is_record and after is null) as is_deleted
        from changes join change_rows row on row.owner_id = changes.owner_id and row.change_id = changes.id
          join webhook_sources using (table_name)
        where changes.owner_id = (select ${userId}::uuid) and device_id is not null and undone_at is null
        group by device_id, changes.id, record_id) sets`,
    )
    .groupBy(sql`device_id`)
  return new Map(rows.map(({ deviceId, ...counts }) => [deviceId, counts]))
}

/**
 * Makes a device. Its app password is returned only here, because the database stores a hash of it. With the id of a form, a
 * form that is sent twice makes one device.
 */
export async function createDevice(
  call: Call,
  user: User,
  { password: own, name }: DeviceInput,
  _id: string = uuid(),
) {
  assertNotDemo(user)
  await requireRecentSignIn(call, user, 'an app password', own)
  const password = newAppPassword()
  const passwordHash = hashOfAppPassword(password) ?? ''
  const device = await db.transaction(async (tx) => {
    // Devices that are made at the same time are counted one after the other.
    await lockSignedIn(tx, call, user)
    if ((await tx.$count(devices, isActive(user._id))) >= deviceLimit)
      throw new UserError(409, `An account has at most ${deviceLimit} devices. Revoke one first.`)
    const [inserted] = await tx
      .insert(devices)
      .values({ _id, userId: user._id, name, passwordHash, hint: password.slice(-4) })
      .onConflictDoNothing()
      .returning(columns)
    await tx.insert(syncStates).values({ ownerId: user._id }).onConflictDoNothing()
    if (inserted)
      await enqueueAccessNotice(tx, user, { kind: 'app password', what: `'${name}'`, until: null })
    return inserted
  })
  flushOutboxInBackground()
  if (!device) throw new UserError(409, 'This device was made already. Its password is shown only once.')
  // Otherwise the first listing of a large address book would wait for the marks.
  inBackground('sync marks', () => markRecords(user._id))
  return { device: { ...device, ...unused } satisfies ListedDevice, password, url: `${env.APP_URL}/dav/` }
}

/** Revokes the app password. What the device has done and what is held of it stays. */
export async function revokeDevice(userId: string, id: string) {
  const [revoked] = await db
    .update(devices)
    .set({ revokedAt: sql`clock_now()` })
    .where(and(isActive(userId), hasId(id)))
    .returning({ _id: devices._id })
  assertFound(revoked)
}

/** A device of a user, also one that is revoked. */
export async function findDevice(userId: string, id: string) {
  const isOwn = and(eq(devices.userId, userId), hasId(id))
  const [device] = await db.select(columns).from(devices).where(isOwn)
  return assertFound(device)
}

/** As `listChanges`, of a device alone. */
export async function listDeviceChanges(userId: string, id: string, query: ChangeQuery) {
  const { _id } = await findDevice(userId, id)
  return listChanges(userId, query, _id)
}

/** Deletes what is held of a device. Resolves to the number of records. */
export const releaseHeld = async (userId: string, id: string) =>
  deleteHeld(userId, (await findDevice(userId, id))._id)

/** Keeps what is held of a device, which gets it back. Resolves to the number of records. */
export const refuseHeld = async (userId: string, id: string) =>
  keepHeld(userId, (await findDevice(userId, id))._id)

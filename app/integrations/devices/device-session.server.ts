import { and, eq, isNull, ne, or } from 'drizzle-orm'
import { hasEmail } from '~/account/accounts/email.server'
import { throttleFailures } from '~/account/accounts/throttle.server'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import { defaultTimeZone } from '~/planning/reminders/settings'
import { devices, users } from '~drizzle/schema'
import { hashOfAppPassword } from './app-password.server'
import type { Device } from './device'

/**
 * The device of an e-mail address and an app password. Null if there is none, or if it is revoked. Only what is wrong is
 * counted and delayed, by the account and by the client's address: throws 429. The right password always passes.
 */
export function openDevice(email: string, password: string, address: string): Promise<Device | null> {
  return throttleFailures('app password', email, address, () => findDevice(email, password))
}

async function findDevice(email: string, password: string): Promise<Device | null> {
  const passwordHash = hashOfAppPassword(password)
  if (!passwordHash || email.includes('\0')) return null
  const [row] = await db
    .select({
      _id: devices._id,
      name: devices.name,
      ownerId: devices.userId,
      zone: users.timeZone,
      lastUsedOn: devices.lastUsedOn,
    })
    .from(devices)
    .innerJoin(users, eq(users._id, devices.userId))
    .where(
      and(
        eq(devices.passwordHash, passwordHash),
        isNull(devices.revokedAt),
        isNull(users.endedAt),
        hasEmail(email),
      ),
    )
  if (!row) return null
  const { lastUsedOn, zone, ...device } = row
  const today = clock.now().toISOString().slice(0, 10)
  if (lastUsedOn !== today) await recordUse(device._id, today)
  return { ...device, zone: zone ?? defaultTimeZone }
}

/** Records the day. If several requests are the first of a day, one of them writes. */
async function recordUse(deviceId: string, today: string) {
  const { _id, lastUsedOn } = devices
  await db
    .update(devices)
    .set({ lastUsedOn: today })
    .where(and(eq(_id, deviceId), or(isNull(lastUsedOn), ne(lastUsedOn, today))))
}

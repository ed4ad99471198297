import { and, eq, gte, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '~/base/db/db.server'
import {
  apiTokens,
  devices,
  emailChanges,
  feeds,
  links,
  passkeyChallenges,
  passkeys,
  passwordResets,
  recoveryCodes,
  secondFactors,
  sessions,
  webhooks,
} from '~drizzle/schema'

/** Revokes the tokens, feeds, webhooks and devices of an account. The deliveries of its webhooks follow in batches. */
export async function revokePrograms(tx: Db, userId: string) {
  for (const table of [apiTokens, feeds, webhooks]) await tx.delete(table).where(eq(table.userId, userId))
  await tx.delete(links).where(and(eq(links.userId, userId), eq(links.kind, 'feeds')))
  const isActive = and(eq(devices.userId, userId), isNull(devices.revokedAt))
  await tx.update(devices).set({ revokedAt: sql`clock_now()` }).where(isActive)
}

/** Ends what waits to change how the account is reached: links that reset the password, and a new email address. */
export async function endPendingChanges(tx: Db, userId: string) {
  for (const table of [passwordResets, emailChanges]) await tx.delete(table).where(eq(table.userId, userId))
}

/** After a reset: ends the sessions and all that somebody may have left behind who had one of them. */
export async function recoverAccess(tx: Db, userId: string) {
  await tx.delete(sessions).where(eq(sessions.userId, userId))
  await revokePrograms(tx, userId)
  await endPendingChanges(tx, userId)
}

/** Removes the passkeys and the second factor that were added since `time`. */
export async function removeNewKeys(tx: Db, userId: string, time: Date) {
  const isNew = and(eq(passkeys.userId, userId), gte(passkeys.createdAt, time))
  await tx.delete(passkeys).where(isNew)
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId))
  const { confirmedAt } = secondFactors
  const [removed] = await tx
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), or(isNull(confirmedAt), gte(confirmedAt, time))))
    .returning()
  if (removed?.confirmedAt) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

/** Everything that can act on an account without its password. */
const keys = [sessions, passkeys, passkeyChallenges, secondFactors, recoveryCodes, links]

/** Leaves an account with nothing but its password: whoever had a part in it before has none. */
export async function clearAccess(tx: Db, userId: string) {
  for (const table of keys) await tx.delete(table).where(eq(table.userId, userId))
  await revokePrograms(tx, userId)
  await endPendingChanges(tx, userId)
}

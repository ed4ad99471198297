import { and, eq, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { type Db, db } from '~/db/db.server'
import { UserError } from '~/http/errors'
import { sha256 } from '~/http/hash.server'
import { maxBatchSize } from '~/mail/delivery.server'
import type { NewMail } from '~/mail/mail-kinds.server'
import { enqueue, flushOutboxInBackground } from '~/mail/outbox.server'
import { passwordResets, resetRequests, sessions, users } from '~drizzle/schema'
import { hashPassword } from './passwords.server'
import { resetMail } from './throttle.server'
import { consumeAttempt } from './throttle-counters.server'

/**
 * Only notes the address: `sendResetLinks` looks it up at a time of its own, so neither this response nor the next ones
 * of the process take longer for an address that is known.
 */
export async function requestResetLink(email: string) {
  await db.insert(resetRequests).values({ email: email.toLowerCase() }).onConflictDoNothing()
}

/** Sends what `requestResetLink` has noted; an unknown address is forgotten. */
export async function sendResetLinks() {
  const count = await db.transaction(async (tx) => {
    const requests = await takeRequests(tx)
    if (requests.length === 0) return 0
    const emails = requests.map(({ email }) => email)
    const found = await tx
      .select({ _id: users._id, Email: users.Email })
      .from(users)
      .where(and(inArray(sql`lower(${users.Email})`, emails), isNotNull(users.passwordHash)))
    const newMails: NewMail[] = []
    for (const { _id: userId, Email } of found) {
      if (await consumeAttempt(`reset mail ${sha256(Email.toLowerCase())}`, resetMail, tx))
        newMails.push({ kind: 'password-reset', userId })
    }
    await enqueue(tx, newMails)
    return requests.length
  })
  if (count > 0) flushOutboxInBackground()
}

function takeRequests(tx: Db) {
  const next = tx.select().from(resetRequests).limit(maxBatchSize).for('update', { skipLocked: true })
  return tx.delete(resetRequests).where(inArray(resetRequests.email, next)).returning()
}

/** The token works once: deleting it and the new password are one. A success ends every session of the user. */
export async function resetPassword(token: string, password: string) {
  const tokenHash = sha256(token)
  const isOpen = and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, sql`now()`))
  const [open] = await db.select().from(passwordResets).where(isOpen)
  if (!open) throw new UserError(400, invalidToken)
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    // Waits for sessions that are being started, so that the deletion below sees them.
    await tx.update(users).set({ passwordHash }).where(eq(users._id, open.userId))
    const [used] = await tx.delete(passwordResets).where(isOpen).returning()
    if (!used) throw new UserError(400, invalidToken)
    await tx.delete(passwordResets).where(eq(passwordResets.userId, used.userId))
    await tx.delete(sessions).where(eq(sessions.userId, used.userId))
    await enqueue(tx, [{ kind: 'password-changed', userId: used.userId }])
  })
  flushOutboxInBackground()
}

export async function deleteExpiredResets() {
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, sql`now()`))
}

export const resetLinkMayCome =
  'If your email exists in our system, you will receive a password reset link shortly'
export const invalidToken = 'Invalid or expired reset token'
export const passwordWasReset = 'Password reset successful! You can now log in with your new password.'

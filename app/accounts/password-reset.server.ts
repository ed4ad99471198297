import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { mailsOwed, owe } from '~/mails/mails.server'
import { db } from '~/server/db.server'
import { UserError } from '~/server/errors'
import { inBackground } from '~/server/mail.server'
import { passwordResets, sessions, users } from '~drizzle/schema'
import { hasEmail } from './accounts.server'
import { isAllowed, resetMails } from './attempts.server'
import { hashPassword } from './passwords.server'
import { hashToken } from './sessions.server'

/** All but the look-up happens behind the answer, which is the same, and as fast, whether the address is known or not. */
export async function sendResetLink(email: string) {
  const [user] = await db.select().from(users).where(hasEmail(email))
  inBackground('mail of a reset link', async () => {
    if (!user?.passwordHash || !(await isAllowed(`reset mail ${user._id}`, resetMails))) return
    await owe(db, [{ kind: 'password-reset', userId: user._id }])
    mailsOwed()
  })
}

/** The token works once: deleting it and the new password are one. A success ends every session of the user. */
export async function resetPassword(token: string, password: string) {
  const tokenHash = hashToken(token)
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
    await owe(tx, [{ kind: 'password-changed', userId: used.userId }])
  })
  mailsOwed()
}

export async function deleteExpiredResets() {
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, sql`now()`))
}

export const resetLinkMayCome =
  'If your email exists in our system, you will receive a password reset link shortly'
export const invalidToken = 'Invalid or expired reset token'
export const passwordWasReset = 'Password reset successful! You can now log in with your new password.'

import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { db } from '~/server/db.server'
import { UserError } from '~/server/errors'
import { inBackground, sendMail } from '~/server/mail.server'
import { passwordResets, sessions, users } from '~drizzle/schema'
import { passwordChangedMail, resetLinkMail } from './account-mails.server'
import { hasEmail } from './accounts.server'
import { isAllowed, resetMails } from './attempts.server'
import { hashPassword } from './passwords.server'
import { hashToken } from './sessions.server'

/** All but the look-up happens behind the answer, which is the same, and as fast, whether the address is known or not. */
export async function sendResetLink(email: string) {
  const [user] = await db.select().from(users).where(hasEmail(email))
  inBackground('mail of a reset link', async () => {
    if (!user?.passwordHash || !(await isAllowed(`reset mail ${user._id}`, resetMails))) return
    const token = randomBytes(32).toString('base64url')
    const expiresAt = sql`now() + interval '1 hour'`
    await db.insert(passwordResets).values({ tokenHash: hashToken(token), userId: user._id, expiresAt })
    await sendMail(resetLinkMail(user.Email, token))
  })
}

/** The token works once: deleting it and the new password are one. A success ends every session of the user. */
export async function resetPassword(token: string, password: string) {
  const tokenHash = hashToken(token)
  const isOpen = and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, sql`now()`))
  const [open] = await db.select().from(passwordResets).where(isOpen)
  if (!open) throw new UserError(400, invalidToken)
  const passwordHash = await hashPassword(password)
  const email = await db.transaction(async (tx) => {
    const [used] = await tx.delete(passwordResets).where(isOpen).returning()
    if (!used) throw new UserError(400, invalidToken)
    await tx.delete(passwordResets).where(eq(passwordResets.userId, used.userId))
    await tx.delete(sessions).where(eq(sessions.userId, used.userId))
    const [user] = await tx.update(users).set({ passwordHash }).where(eq(users._id, used.userId)).returning()
    return user?.Email
  })
  if (email) inBackground('mail of a changed password', () => sendMail(passwordChangedMail(email)))
}

export async function deleteExpiredResets() {
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, sql`now()`))
}

export const resetLinkMayCome =
  'If your email exists in our system, you will receive a password reset link shortly'
export const invalidToken = 'Invalid or expired reset token'
export const passwordWasReset = 'Password reset successful! You can now log in with your new password.'

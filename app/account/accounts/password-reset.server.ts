import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import { sha256 } from '~/base/http/secret.server'
import { maxBatchSize } from '~/base/mail/delivery.server'
import type { NewMail } from '~/base/mail/mail-kinds.server'
import { enqueue, flushOutboxInBackground } from '~/base/mail/outbox.server'
import { UserError } from '~/base/node/errors'
import { passwordResets, resetRequests, users } from '~drizzle/schema'
import { recoverAccess } from './access.server'
import { assertNotOwnAddress } from './account-input.server'
import { haveEmails } from './email.server'
import { enqueueNotice } from './notices.server'
import { hashPassword } from './passwords.server'
import { consumeAttempt, mailPolicy } from './throttle.server'

/**
 * Stores the request only. `sendResetLinks` looks up the account later, so that the response time does not reveal
 * whether the address has an account.
 */
export async function requestResetLink(email: string) {
  await db.insert(resetRequests).values({ email: email.toLowerCase() }).onConflictDoNothing()
}

/** Mails a link for each request whose address has an account, and deletes the requests. */
export async function sendResetLinks() {
  const count = await db.transaction(async (tx) => {
    const due = tx.select().from(resetRequests).limit(maxBatchSize).for('update', { skipLocked: true })
    const requests = await tx.delete(resetRequests).where(inArray(resetRequests.email, due)).returning()
    if (requests.length === 0) return 0
    const emails = requests.map(({ email }) => email)
    const found = await tx
      .select({ _id: users._id, Email: users.Email })
      .from(users)
      .where(and(haveEmails(emails), isNotNull(users.passwordHash)))
    const newMails: NewMail[] = []
    for (const { _id: userId, Email } of found) {
      if (await consumeAttempt(`reset mail ${sha256(Email.toLowerCase())}`, mailPolicy, tx))
        newMails.push({ kind: 'password-reset', userId })
    }
    await enqueue(tx, newMails)
    return requests.length
  })
  if (count > 0) flushOutboxInBackground()
}

/** Consumes the token, stores the password, ends all sessions and revokes what programs have, in one transaction. */
export async function resetPassword(token: string, password: string) {
  const tokenHash = sha256(token)
  const isValid = and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, sql`now()`))
  const [reset] = await db
    .select({ userId: users._id, Email: users.Email })
    .from(passwordResets)
    .innerJoin(users, eq(users._id, passwordResets.userId))
    .where(isValid)
  if (!reset) throw new UserError(400, invalidToken)
  assertNotOwnAddress(password, reset.Email, 'password')
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    // Waits for concurrent sign-ins, so that the deletion below includes their sessions.
    await tx.update(users).set({ passwordHash }).where(eq(users._id, reset.userId))
    const [used] = await tx.delete(passwordResets).where(isValid).returning()
    if (!used) throw new UserError(400, invalidToken)
    await recoverAccess(tx, used.userId)
    await enqueueNotice(tx, { kind: 'password-changed', userId: used.userId })
  })
  flushOutboxInBackground()
}

export const resetRequested =
  'If your email exists in our system, you will receive a password reset link shortly'
export const invalidToken = 'Invalid or expired reset token'
export const resetDone = 'Password reset successful! You can now log in with your new password.'

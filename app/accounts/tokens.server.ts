import { randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { db } from '~/db/db.server'
import { sha256 } from '~/http/hash.server'
import { emailChanges, passwordResets, users } from '~drizzle/schema'
import { hasEmail } from './email.server'

/** Token of a link that works without a session. The database stores only its hash. */
function newToken() {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: sha256(token) }
}

/** Creates the token of a reset mail. It is valid for an hour from the moment when the mail is composed. */
export async function newResetToken(userId: string) {
  const { token, tokenHash } = newToken()
  const expiresAt = sql`now() + interval '1 hour'`
  await db.insert(passwordResets).values({ tokenHash, userId, expiresAt })
  return token
}

export const inOneDay = sql`now() + interval '1 day'`

export const isPending = gt(emailChanges.expiresAt, sql`now()`)

/**
 * Creates the token of a confirmation mail. It replaces the token of an earlier mail. Returns null when the change was
 * cancelled. The statements are the same whether or not the address has an account.
 */
export async function newEmailToken(userId: string, email: string) {
  const { token, tokenHash } = newToken()
  const isRequested = and(eq(emailChanges.userId, userId), eq(emailChanges.email, email))
  const [change] = await db
    .update(emailChanges)
    .set({ tokenHash, expiresAt: inOneDay })
    .where(isRequested)
    .returning({ userId: emailChanges.userId })
  const [owner] = await db.select({ _id: users._id }).from(users).where(hasEmail(email))
  return change ? { token, isTaken: owner !== undefined } : null
}

import { and, eq, gt, sql } from 'drizzle-orm'
import { db } from '~/db/db.server'
import { emailChanges, users } from '~drizzle/schema'
import { hasEmail } from './email.server'
import { newToken } from './tokens.server'

export const inOneDay = sql`now() + interval '1 day'`

export const isPending = gt(emailChanges.expiresAt, sql`now()`)

/**
 * Makes the token when its mail is made; it replaces the token of an earlier mail. Returns null when the account no longer
 * asks for this address. The steps are the same for an address that has an account.
 */
export async function newEmailToken(userId: string, email: string) {
  const { token, tokenHash } = newToken()
  const isAsked = and(eq(emailChanges.userId, userId), eq(emailChanges.email, email))
  const [change] = await db
    .update(emailChanges)
    .set({ tokenHash, expiresAt: inOneDay })
    .where(isAsked)
    .returning({ userId: emailChanges.userId })
  const [owner] = await db.select({ _id: users._id }).from(users).where(hasEmail(email))
  return change ? { token, isTaken: owner !== undefined } : null
}

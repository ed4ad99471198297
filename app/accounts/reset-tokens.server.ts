import { sql } from 'drizzle-orm'
import { db } from '~/db/db.server'
import { passwordResets } from '~drizzle/schema'
import { newToken } from './tokens.server'

/** Creates the token of a reset mail. It is valid for an hour from the moment when the mail is composed. */
export async function newResetToken(userId: string) {
  const { token, tokenHash } = newToken()
  const expiresAt = sql`now() + interval '1 hour'`
  await db.insert(passwordResets).values({ tokenHash, userId, expiresAt })
  return token
}

import { sql } from 'drizzle-orm'
import { db } from '~/db/db.server'
import { passwordResets } from '~drizzle/schema'
import { newToken } from './tokens.server'

/** Of a token only the hash is stored: it is made when its mail is, and is good for an hour from then. */
export async function newResetToken(userId: string) {
  const { token, tokenHash } = newToken()
  const expiresAt = sql`now() + interval '1 hour'`
  await db.insert(passwordResets).values({ tokenHash, userId, expiresAt })
  return token
}

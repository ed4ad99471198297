import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { db } from '~/server/db.server'
import { passwordResets } from '~drizzle/schema'
import { hashToken } from './sessions.server'

/** Of a token only the hash is stored: it is made when its mail is, and is good for an hour from then. */
export async function newResetToken(userId: string) {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = sql`now() + interval '1 hour'`
  await db.insert(passwordResets).values({ tokenHash: hashToken(token), userId, expiresAt })
  return token
}

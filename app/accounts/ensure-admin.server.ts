import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { db } from '~/db/db.server'
import { sessions, users } from '~drizzle/schema'
import { hasEmail } from './email.server'
import { hashPassword, verifyPassword } from './passwords.server'

/** Ensures that the account exists, is an admin and has this password. */
export async function ensureAdmin(email: string, password: string) {
  const [user] = await db.select().from(users).where(hasEmail(email))
  if (user?.Role === 'admin' && (await verifyPassword(user.passwordHash, password))) return
  const passwordHash = await hashPassword(password)
  if (user) await makeAdmin(user._id, passwordHash)
  else await insertAdmin(email, passwordHash)
}

/**
 * Ends the account's sessions, because whoever has signed in before must not become an admin. Sends no mail about the
 * password, because the operator has set it.
 */
async function makeAdmin(userId: string, passwordHash: string) {
  await db.update(users).set({ Role: 'admin', passwordHash }).where(eq(users._id, userId))
  await db.delete(sessions).where(eq(sessions.userId, userId))
}

async function insertAdmin(Email: string, passwordHash: string) {
  await db
    .insert(users)
    .values({ _id: uuid(), Firstname: 'Admin', Email, Role: 'admin', passwordHash, trialEndsAt: sql`now()` })
    .onConflictDoNothing()
}

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
  const admin = { Role: 'admin', passwordHash: await hashPassword(password) } as const
  if (user) {
    // Sends no mail about the password, because the operator has set it.
    await db.update(users).set(admin).where(eq(users._id, user._id))
    // Whoever has signed in before must not become an admin.
    await db.delete(sessions).where(eq(sessions.userId, user._id))
  } else {
    const row = { ...admin, _id: uuid(), Firstname: 'Admin', Email: email, trialEndsAt: sql`now()` }
    await db.insert(users).values(row).onConflictDoNothing()
  }
}

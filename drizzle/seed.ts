import { randomBytes } from 'node:crypto'
import { count } from 'drizzle-orm'
import { ensureAdmin } from '~/accounts/registration.server'
import { isDemoOffered } from '~/accounts/sign-in.server'
import { seedPosts } from '~/blog/demo-posts.server'
import { db, isEmbedded } from '~/db/db.server'
import { env } from '~/http/env.server'
import { ensureDemoAccount, resetDemo } from '~/jobs/demo.server'
import { users } from './schema'

const adminEmail = 'admin@budkeeper.example'

/**
 * Creates the demo account if it is offered. On an empty embedded database, also creates the blog's first posts and an
 * admin with a random password. Returns hints to print, and whether the database was empty and
 * embedded.
 */
export async function seedDatabase() {
  const isEmpty = (await db.select({ n: count() }).from(users))[0]?.n === 0
  const hints = []
  if (isDemoOffered) {
    if ((await ensureDemoAccount()) || isEmbedded) await resetDemo()
    hints.push("Look around: choose 'Explore the app' on /login")
  }
  if (isEmbedded && isEmpty) await seedPosts()
  if (isEmbedded && isEmpty && !env.ADMIN_EMAIL) {
    const password = randomBytes(12).toString('base64url')
    await ensureAdmin(adminEmail, password)
    hints.push(`Admin: ${adminEmail} with the password ${password} (shown this once)`)
  }
  return { hints, isNew: isEmbedded && isEmpty }
}

import { eq } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import { findLink } from '~/base/links/links.server'
import { users } from '~drizzle/schema'

/** Switches the digest off. May be repeated while the link is valid. Returns false for an invalid link. */
export async function unsubscribe(token: string) {
  const link = await findLink('unsubscribe', token)
  if (!link) return false
  await db.update(users).set({ digest: 'off', nextDigestAt: null }).where(eq(users._id, link.userId))
  return true
}

import { and, eq, sql } from 'drizzle-orm'
import { assertNotDemo } from '~/account/accounts/accounts.server'
import { hasEmail } from '~/account/accounts/email.server'
import { consumeLinkQuota, linkQuotas, quotaKey } from '~/account/accounts/mail-quota.server'
import { isVerified, type User } from '~/account/users/user'
import { db } from '~/base/db/db.server'
import { findLink, revokeLinks } from '~/base/links/links.server'
import { enqueue, flushOutboxInBackground } from '~/base/mail/outbox.server'
import { notLoggedIn, UserError } from '~/base/node/errors'
import { users } from '~drizzle/schema'

const { Email, verifiedEmail } = users

/** Mails a link that verifies the address of the account. */
export async function requestVerification(user: User) {
  assertNotDemo(user)
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ Email, verifiedEmail })
      .from(users)
      .where(eq(users._id, user._id))
      .for('no key update')
    if (!row) throw notLoggedIn()
    if (isVerified(row)) throw new UserError(409, 'Your email address is verified already')
    await consumeLinkQuota(tx, quotaKey('verify mail by', user._id), linkQuotas.byAccount)
    await consumeLinkQuota(tx, quotaKey('verify mail to', row.Email), linkQuotas.toAddress)
    await enqueue(tx, [{ kind: 'email-verify', userId: user._id }])
  })
  flushOutboxInBackground()
}

/** The address that a link verifies. Null for an invalid link, and after the account has another address. */
export async function findAddressToVerify(token: string) {
  const link = await findLink('verify-email', token)
  if (!link) return null
  const [user] = await db
    .select({ Email })
    .from(users)
    .where(and(eq(users._id, link.userId), hasEmail(link.about)))
  return user?.Email ?? null
}

/** After its first month, an account is not welcomed any more, so that the outbox, which forgets later, repeats no mail. */
const isNewAccount = sql<boolean>`${users.createdAt} > clock_now() - interval '30 days'`

/**
 * Verifies the address, ends all its links, and welcomes a new account by mail, once. Returns the user's id, or null as
 * `findAddressToVerify`.
 */
export async function verifyEmail(token: string) {
  const verified = await db.transaction(async (tx) => {
    const link = await findLink('verify-email', token, tx)
    if (!link) return null
    const [user] = await tx
      .update(users)
      .set({ verifiedEmail: link.about })
      .where(and(eq(users._id, link.userId), hasEmail(link.about)))
      .returning({ _id: users._id, isNewAccount })
    // Of two requests at the same time, one finds no link here: the update above made it wait for the other.
    if (!user || !(await revokeLinks('verify-email', user._id, tx))) return null
    if (user.isNewAccount) await enqueue(tx, [{ kind: 'welcome', userId: user._id, about: 'welcome' }])
    return user._id
  })
  if (verified) flushOutboxInBackground()
  return verified
}

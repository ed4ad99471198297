import { and, eq, gt, gte, ne, sql } from 'drizzle-orm'
import { syncEmail } from '~/account/billing/customers.server'
import type { User } from '~/account/users/user'
import { type Db, db } from '~/base/db/db.server'
import type { Call } from '~/base/http/context.server'
import { sha256 } from '~/base/http/secret.server'
import { linkLifetimes } from '~/base/links/link'
import { endLink, findLink, isLink, revokeLinks } from '~/base/links/links.server'
import { enqueue, flushOutboxInBackground } from '~/base/mail/outbox.server'
import { day, hour } from '~/base/node/durations'
import { UserError } from '~/base/node/errors'
import { emailChanges, links, passwordResets, users } from '~drizzle/schema'
import { recoverAccess, removeNewKeys } from './access.server'
import { inOneDay } from './account-mails.server'
import { emailTaken, hasEmail } from './email.server'
import { consumeLinkQuota, linkQuotas, quotaKey } from './mail-quota.server'
import { enqueueNotice } from './notices.server'
import { assertSignedIn } from './sessions.server'

const isPending = gt(emailChanges.expiresAt, sql`now()`)

/** The new address that is not confirmed yet, or null. */
export async function pendingEmail(userId: string, reader: Db = db) {
  const [change] = await reader
    .select({ email: emailChanges.email })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isPending))
  return change?.email ?? null
}

/** Whether the address is neither the user's, in any letter case, nor waits already: its change asks for the password. */
export async function isAnotherEmail({ _id, Email }: User, email: string) {
  return email.toLowerCase() !== Email.toLowerCase() && email !== (await pendingEmail(_id))
}

/**
 * Starts the change to a new address: mails a confirmation link to it, and to the current one a link that cancels the
 * change. The response does not reveal whether the address has an account. If the new address equals the current one,
 * perhaps in another letter case, cancels a pending change and returns the address, which the caller stores at once.
 * Otherwise returns undefined. `isAnother` is what `isAnotherEmail` has found.
 */
export async function requestEmailChange(
  tx: Db,
  call: Call,
  userId: string,
  { email, isAnother }: { email: string; isAnother: boolean },
) {
  const user = await lockEmail(tx, userId)
  if (!user) return undefined
  if (email.toLowerCase() === user.Email.toLowerCase()) {
    await cancelEmailChange(userId, tx)
    return email
  }
  if (!isAnother || (await pendingEmail(userId, tx)) === email) return undefined
  await assertSignedIn(call, tx)
  await enqueueLink(tx, userId, email)
  await enqueueNotice(tx, { kind: 'email-change-requested', userId, recipient: user.Email })
}

/** Mails another link to the pending address. Earlier links stop working. */
export async function resendEmailLink(userId: string) {
  await db.transaction(async (tx) => {
    await lockEmail(tx, userId)
    const email = await pendingEmail(userId, tx)
    if (!email) throw new UserError(409, 'No email address is waiting for its confirmation')
    await enqueueLink(tx, userId, email)
  })
  flushOutboxInBackground()
}

export async function cancelEmailChange(userId: string, writer: Db = db) {
  await writer.delete(emailChanges).where(eq(emailChanges.userId, userId))
}

/** Locks the user with the email before rows that depend on it, so that no deadlock occurs. */
async function lockEmail(tx: Db, userId: string) {
  const [user] = await tx
    .select({ Email: users.Email })
    .from(users)
    .where(eq(users._id, userId))
    .for('update')
  return user
}

async function enqueueLink(tx: Db, userId: string, email: string) {
  await consumeLinkQuota(tx, quotaKey('mail by', userId), linkQuotas.byAccount)
  await consumeLinkQuota(tx, quotaKey('mail to', email), linkQuotas.toAddress)
  const change = { email, tokenHash: null, expiresAt: inOneDay }
  await tx
    .insert(emailChanges)
    .values({ userId, ...change })
    .onConflictDoUpdate({ target: emailChanges.userId, set: change })
  await enqueue(tx, [{ kind: 'email-confirm', userId, recipient: email }])
}

const hasValidToken = (token: string) => and(eq(emailChanges.tokenHash, sha256(token)), isPending)

/** The address that a link confirms, or null for an invalid link. */
export async function findEmailByToken(token: string) {
  const [change] = await db
    .select({ email: emailChanges.email })
    .from(emailChanges)
    .where(hasValidToken(token))
  return change?.email ?? null
}

/** Stores the confirmed address, which is thereby verified, and notifies the old one. Returns the user's id, or null for an invalid link. */
export async function confirmEmail(token: string) {
  const userId = await db.transaction(async (tx) => {
    const [user] = await tx
      .select({ _id: users._id, Email: users.Email, verifiedEmail: users.verifiedEmail })
      .from(users)
      .innerJoin(emailChanges, eq(emailChanges.userId, users._id))
      .where(hasValidToken(token))
      .for('update', { of: users })
    if (!user) return null
    const [change] = await tx.delete(emailChanges).where(hasValidToken(token)).returning()
    if (!change) return null
    await tx
      .update(users)
      .set({ Email: change.email, verifiedEmail: change.email })
      .where(eq(users._id, user._id))
      .catch(throwEmailTaken)
    // The user's reset links were sent to the old address.
    await tx.delete(passwordResets).where(eq(passwordResets.userId, user._id))
    await enqueueNotice(tx, { kind: 'email-changed', userId: user._id, recipient: user.Email }, user)
    return user._id
  })
  if (!userId) return null
  flushOutboxInBackground()
  syncEmail(userId)
  return userId
}

/** The address that a link in an old mailbox keeps. */
export async function findEmailToKeep(token: string) {
  return (await findLink('keep-email', token))?.about
}

/** The most milliseconds that are expected between the request of a change and its mail, with which the link begins. */
const mailDelay = hour

/**
 * Cancels a change of the address, or takes it back, and ends the access that was given since: sessions, programs, passkeys
 * and the second factor. Links about addresses that came later end too: whoever has those may be the one who made the change.
 * Returns null for an invalid link. Changes nothing if another account has the address.
 */
export async function keepEmail(token: string) {
  const userId = await db.transaction(async (tx) => {
    const [link] = await tx.select().from(links).where(isLink('keep-email', token))
    const user = link && (await lockEmail(tx, link.userId))
    if (!user) return null
    const { about: Email, userId, expiresAt } = link
    const ofAddress = and(eq(links.kind, 'keep-email'), eq(links.userId, userId), eq(links.about, Email))
    const [first] = await tx.select().from(links).where(ofAddress).orderBy(links.expiresAt).limit(1)
    if (!first || !(await endLink('keep-email', token, tx))) return null
    await revokeLinks('keep-email', userId, tx, gte(links.expiresAt, expiresAt))
    await recoverAccess(tx, userId)
    await removeNewKeys(tx, userId, new Date(first.expiresAt.getTime() - linkLifetime - mailDelay))
    const isOthers = and(hasEmail(Email), ne(users._id, userId))
    if ((await tx.$count(users, isOthers)) > 0) throw addressTaken()
    await tx
      .update(users)
      .set({ Email, verifiedEmail: Email })
      .where(eq(users._id, userId))
      .catch(throwEmailTaken)
    return userId
  })
  if (userId) syncEmail(userId)
  return userId
}

const linkLifetime = linkLifetimes['keep-email'] * day

const addressTaken = () => new UserError(409, 'Another account has this address now. Nothing was changed.')

const uniqueViolation = '23505'

function throwEmailTaken(error: Error & { cause?: { code?: string } }): never {
  if (error.cause?.code === uniqueViolation) throw emailTaken()
  throw error
}

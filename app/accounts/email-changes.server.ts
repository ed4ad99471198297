import { and, eq, lte, sql } from 'drizzle-orm'
import { db } from '~/db/db.server'
import { UserError } from '~/http/errors'
import { sha256 } from '~/http/hash.server'
import { mailQuotas, takeMailQuota } from '~/mail/mail-quota.server'
import { enqueue, flushOutboxInBackground } from '~/mail/outbox.server'
import { emailChanges, users } from '~drizzle/schema'
import { isSameEmail } from './email.server'
import { inOneDay, isPending } from './email-tokens.server'

type Transaction = Parameters<Parameters<typeof db.transaction>[0]>[0]

/** The address that waits for its confirmation, or null. */
export async function pendingEmail(userId: string, reader: Pick<typeof db, 'select'> = db) {
  const [change] = await reader
    .select({ email: emailChanges.email })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isPending))
  return change?.email ?? null
}

/**
 * Returns the address to store at once: the account's own, however it is spelt, which ends a pending change. Any other
 * replaces the pending change and is mailed a link; whether it has an account is not looked up.
 */
export async function requestEmailChange(tx: Transaction, userId: string, email: string) {
  const user = await lockUser(tx, userId)
  if (!user) return undefined
  if (isSameEmail(email, user.Email)) {
    await cancelEmailChange(userId, tx)
    return email
  }
  if ((await pendingEmail(userId, tx)) !== email) await enqueueLink(tx, userId, email)
}

/** Mails another link to the pending address; the links before it end. */
export async function resendEmailLink(userId: string) {
  await db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const email = await pendingEmail(userId, tx)
    if (!email) throw new UserError(409, 'No email address is waiting for its confirmation')
    await enqueueLink(tx, userId, email)
  })
  flushOutboxInBackground()
}

export async function cancelEmailChange(userId: string, writer: Pick<typeof db, 'delete'> = db) {
  await writer.delete(emailChanges).where(eq(emailChanges.userId, userId))
}

/** The user's row is locked before any row that depends on it. */
async function lockUser(tx: Transaction, userId: string) {
  const [user] = await tx
    .select({ Email: users.Email })
    .from(users)
    .where(eq(users._id, userId))
    .for('update')
  return user
}

async function enqueueLink(tx: Transaction, userId: string, email: string) {
  await takeMailQuota(tx, mailQuotas.byAccount, userId)
  await takeMailQuota(tx, mailQuotas.toStranger, email)
  const change = { email, tokenHash: null, expiresAt: inOneDay }
  await tx
    .insert(emailChanges)
    .values({ userId, ...change })
    .onConflictDoUpdate({ target: emailChanges.userId, set: change })
  await enqueue(tx, [{ kind: 'email-confirm', userId, recipient: email }])
}

export function hasOpenToken(token: string) {
  return and(eq(emailChanges.tokenHash, sha256(token)), isPending)
}

/** The address that a link confirms, or null for a link that does not work. */
export async function emailOfLink(token: string) {
  const [change] = await db
    .select({ email: emailChanges.email })
    .from(emailChanges)
    .where(hasOpenToken(token))
  return change?.email ?? null
}

export async function deleteExpiredEmailChanges() {
  await db.delete(emailChanges).where(lte(emailChanges.expiresAt, sql`now()`))
}

import { setTimeout } from 'node:timers/promises'
import { asc, eq, getTableName, sql } from 'drizzle-orm'
import { closeBilling } from '~/account/billing/close-billing.server'
import type { User } from '~/account/users/user'
import { type Db, db } from '~/base/db/db.server'
import type { Call } from '~/base/http/context.server'
import { flushOutbox } from '~/base/mail/outbox.server'
import { inBackground } from '~/base/node/background.server'
import { UserError } from '~/base/node/errors'
import {
  accessCodes,
  budPhotos,
  buds,
  recordTables,
  resetRequests,
  subscriptions,
  users,
} from '~drizzle/schema'
import { deleteAccountRows, deleteEndedAccount } from './account-data.server'
import type { OwnPasswordInput } from './account-input.server'
import { assertNotDemo } from './accounts.server'
import { enqueueNotice } from './notices.server'
import { assertLive, findOwnCredentials, verifyOwnPassword } from './own-password.server'
import { endSession, type StoredCredentials } from './sessions.server'
import { registrationPolicy, throttleClient } from './throttle.server'

/** Milliseconds from the request after which the rest of the data is deleted behind the response. */
const patience = 2_000

/**
 * Deletes the user's account (product 20.5): ends it at once, and then deletes its data, which takes longer for a large
 * account. The account cannot be used meanwhile.
 */
export async function deleteAccount(call: Call, user: User, { password }: OwnPasswordInput) {
  const latest = Date.now() + patience
  const credentials = await verifyOwnPassword(call, user, password)
  await throttleClient(call, 'account deletion', registrationPolicy)
  await assertNotLastAdmin(db, user)
  await closeBilling(user._id, 'Failed to delete account', (assertInTime) =>
    endAccount(user, credentials, assertInTime),
  )
  await endSession(call)
  const isDeleted = deleteInBackground(user._id)
  await Promise.race([isDeleted, setTimeout(Math.max(0, latest - Date.now()), undefined, { ref: false })])
}

/** Callers check this before they validate the input, so that the demo account always gets 403. */
export async function assertDeletable(user: User) {
  assertNotDemo(user)
  if (!(await findOwnCredentials(user._id)).passwordHash)
    throw new UserError(403, 'An account without a password cannot be deleted here')
}

/** In a transaction, locks all admins in the order of their ids, so that of two who leave at once one stays. */
async function assertNotLastAdmin(reader: Db, user: User) {
  if (user.Role !== 'admin') return
  const admins = await reader
    .select({ _id: users._id })
    .from(users)
    .where(eq(users.Role, 'admin'))
    .orderBy(asc(users._id))
    .for('no key update')
  if (admins.every(({ _id }) => _id === user._id))
    throw new UserError(403, 'You are the only admin. Make somebody else an admin first.')
}

/** The row of an ended account. Its id replaces the address, which must be unique and may be registered again. */
const endedRow = {
  Email: sql`${users._id}::text`,
  Firstname: '',
  Surname: '',
  Location: '',
  avatar: null,
  Role: 'user',
  passwordHash: null,
  trialStatus: 'canceled',
  digest: 'off',
  nextDigestAt: null,
  verifiedEmail: null,
  endedAt: sql`now()`,
} as const

/**
 * Ends the account in one transaction: nobody can use it any more, its address is free, no job acts on it, and the mail
 * about the deletion is in the outbox.
 */
async function endAccount(user: User, { _id, passwordHash }: StoredCredentials, assertInTime: () => void) {
  await db.transaction(async (tx) => {
    await assertNotLastAdmin(tx, user)
    const [row] = await tx
      .select({ Email: users.Email, verifiedEmail: users.verifiedEmail, passwordHash: users.passwordHash })
      .from(users)
      .where(eq(users._id, _id))
      .for('no key update')
    // Another request may have deleted the account or changed the password since it was verified.
    const mailbox = assertLive(row?.passwordHash === passwordHash ? row : undefined)
    await tx.update(users).set(endedRow).where(eq(users._id, _id))
    await deleteAccountRows(tx, _id)
    await tx.delete(resetRequests).where(eq(resetRequests.email, mailbox.Email.toLowerCase()))
    await tx.update(accessCodes).set({ usedBy: null }).where(eq(accessCodes.usedBy, _id))
    const mail = { kind: 'account-deleted', userId: null, recipient: mailbox.Email } as const
    await enqueueNotice(tx, mail, mailbox)
    assertInTime()
  })
}

/** Resolves when the data is deleted, or when the rest is left to the job. */
function deleteInBackground(userId: string) {
  return new Promise<void>((resolve) => {
    inBackground('account deletion', async () => {
      await deleteEndedAccount(userId).finally(resolve)
      await flushOutbox()
    })
  })
}

const countedTables = [buds, ...Object.values(recordTables).map(({ records }) => records)]

/** What the deletion of an account deletes, by the names of the tables, for the screen that asks for it. */
export async function countAccountData({ _id }: User) {
  const owned = (table: (typeof countedTables)[number] | typeof budPhotos) =>
    db.$count(table, eq(table.ownerId, _id))
  const counts = Object.fromEntries(countedTables.map((table) => [getTableName(table), owned(table)]))
  const [row] = await db
    .select({
      counts: { ...counts, photos: owned(budPhotos) },
      stripeStatus: subscriptions.stripeStatus,
    })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users._id))
    .where(eq(users._id, _id))
  return assertLive(row)
}

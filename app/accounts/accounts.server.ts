import { and, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { syncEmail } from '~/billing/customers.server'
import { trialFrom } from '~/billing/subscription'
import { clock } from '~/db/clock.server'
import { db } from '~/db/db.server'
import type { Call } from '~/http/context.server'
import { UserError } from '~/http/errors'
import { isWithinMailQuota, mailQuotas } from '~/mail/mail-quota.server'
import { enqueue, flushOutboxInBackground } from '~/mail/outbox.server'
import { accessCodes, emailChanges, passwordResets, settings, users } from '~drizzle/schema'
import { isDemoAccount, type User } from './account'
import type { AccountChange, RegisterInput } from './account-input.server'
import { readAvatar, saveAvatar } from './avatars.server'
import { hasOpenToken, requestEmailChange } from './email-changes.server'
import { hashPassword } from './passwords.server'
import { userColumns } from './sessions.server'
import { throttleRegistration } from './throttle.server'

export async function isAccessCodeRequired() {
  const [row] = await db.select().from(settings)
  return row?.requireAccessCode ?? false
}

/** For the whole installation, and from the next registration on. */
export async function setAccessCodeRequired(requireAccessCode: boolean) {
  await db
    .insert(settings)
    .values({ requireAccessCode })
    .onConflictDoUpdate({ target: settings.id, set: { requireAccessCode } })
}

/** The account, its trial and the used-up code, or nothing of it (product 2.1). */
export async function register(call: Call, input: RegisterInput) {
  if (isDemoAccount(input)) throw emailExists()
  const needsCode = await isAccessCodeRequired()
  await throttleRegistration(call, needsCode ? 'code' : 'register', async () => {
    const passwordHash = await hashPassword(input.Password)
    await db.transaction(async (tx) => {
      const _id = uuid()
      const code = needsCode ? await takeAccessCode(tx, input.accessCode) : null
      const { Firstname, Surname, Email } = input
      const [created] = await tx
        .insert(users)
        .values({ _id, Firstname, Surname, Email, passwordHash, trialEndsAt: trialFrom(clock.now()) })
        .onConflictDoNothing()
        .returning({ _id: users._id })
      if (!created) throw emailExists()
      if (code) await tx.update(accessCodes).set({ usedBy: _id }).where(eq(accessCodes._id, code))
    })
  })
}

type Transaction = Parameters<Parameters<typeof db.transaction>[0]>[0]

/** One conditional update, so that of many at once only one gets the code. */
async function takeAccessCode(tx: Transaction, code: string) {
  const [used] = await tx
    .update(accessCodes)
    .set({ isUsed: true })
    .where(and(eq(accessCodes.code, code.toUpperCase()), eq(accessCodes.isUsed, false)))
    .returning({ _id: accessCodes._id })
  if (!used)
    throw new UserError(400, 'Invalid access code', { errors: { accessCode: ['Invalid access code'] } })
  return used._id
}

function emailExists() {
  const msg = 'An account with this email already exists'
  return new UserError(409, msg, { errors: { Email: [msg] } })
}

/** Asked before the input is read: what it holds does not matter then. */
export function refuseDemo(user: User) {
  if (isDemoAccount(user)) throw new UserError(403, 'The demo account cannot be changed')
}

/** Changes what is present. The demo account stays as it is; another email address waits until it is confirmed. */
export async function updateAccount(
  user: User,
  { avatar: file, Email: wanted, ...change }: AccountChange,
): Promise<User> {
  refuseDemo(user)
  const picture = file && (await readAvatar(file))
  const updated = await db.transaction(async (tx) => {
    const Email = wanted === undefined ? undefined : await requestEmailChange(tx, user._id, wanted)
    const avatar = picture && (await saveAvatar(tx, user._id, picture))
    const [row] = await tx
      .update(users)
      .set({ _id: user._id, ...change, Email, avatar })
      .where(eq(users._id, user._id))
      .returning(userColumns)
    return row
  })
  if (!updated) throw new UserError(401, 'Please log in')
  if (wanted !== undefined && wanted !== updated.Email) flushOutboxInBackground()
  if (updated.Email !== user.Email) syncEmail(user._id)
  return updated
}

/**
 * Gives the account the address that the link confirms, and returns the account's id, or null when the link does not work.
 * The change is announced to the old address.
 */
export async function confirmEmail(token: string) {
  const userId = await db.transaction(async (tx) => {
    const [user] = await tx
      .select({ _id: users._id, Email: users.Email })
      .from(users)
      .innerJoin(emailChanges, eq(emailChanges.userId, users._id))
      .where(hasOpenToken(token))
      .for('update', { of: users })
    if (!user) return null
    const [change] = await tx.delete(emailChanges).where(hasOpenToken(token)).returning()
    if (!change) return null
    await tx.update(users).set({ Email: change.email }).where(eq(users._id, user._id)).catch(refuseKnownEmail)
    await leaveAddress(tx, user)
    return user._id
  })
  if (!userId) return null
  flushOutboxInBackground()
  syncEmail(userId)
  return userId
}

/** A link that went to the old address must not open the account any more. */
async function leaveAddress(tx: Transaction, { _id, Email }: Pick<User, '_id' | 'Email'>) {
  await tx.delete(passwordResets).where(eq(passwordResets.userId, _id))
  if (await isWithinMailQuota(tx, mailQuotas.notice, Email))
    await enqueue(tx, [{ kind: 'email-changed', userId: _id, recipient: Email }])
}

function refuseKnownEmail(error: unknown): never {
  if (isUniqueViolation(error)) throw emailExists()
  throw error
}

function isUniqueViolation(error: unknown) {
  return (error as { cause?: { code?: string } }).cause?.code === '23505'
}

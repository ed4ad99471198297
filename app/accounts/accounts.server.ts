import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { addressChanged } from '~/billing/customers.server'
import { trialFrom } from '~/billing/subscription'
import { mailsOwed, owe } from '~/mails/mails.server'
import type { Call } from '~/server/context.server'
import { db } from '~/server/db.server'
import { UserError } from '~/server/errors'
import { now } from '~/server/now.server'
import { isDemo } from '~drizzle/demo/user'
import { accessCodes, passwordResets, settings, users } from '~drizzle/schema'
import type { User } from './account'
import type { AccountChange, RegisterInput } from './account-input.server'
import { slowedByAddress } from './attempts.server'
import { readAvatar, saveAvatar } from './avatars.server'
import { hashPassword } from './passwords.server'
import { userColumns } from './sessions.server'

export const hasEmail = (email: string) => eq(sql`lower(${users.Email})`, email.toLowerCase())

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

/** The account, its trial and the used-up code, or nothing of it (decisions §4). */
export async function register(call: Call, input: RegisterInput) {
  if (isDemo(input)) throw emailExists()
  const needsCode = await isAccessCodeRequired()
  await slowedByAddress(call, needsCode ? 'code' : 'register', async () => {
    const passwordHash = await hashPassword(input.Password)
    await db.transaction(async (tx) => {
      const _id = uuid()
      const code = needsCode ? await takeAccessCode(tx, input.accessCode) : null
      const { Firstname, Surname, Email } = input
      const [created] = await tx
        .insert(users)
        .values({ _id, Firstname, Surname, Email, passwordHash, trialEndsAt: trialFrom(now()) })
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
  if (isDemo(user)) throw new UserError(403, 'The demo account cannot be changed')
}

/** Changes what is present. The demo account stays as it is; a changed address is announced to the old one. */
export async function updateAccount(user: User, { avatar: file, ...change }: AccountChange): Promise<User> {
  refuseDemo(user)
  if (change.Email !== undefined && isDemo({ Email: change.Email })) throw emailExists()
  const picture = file && (await readAvatar(file))
  const updated = await db.transaction(async (tx) => {
    const avatar = picture && (await saveAvatar(tx, user._id, picture))
    const [row] = await tx
      .update(users)
      .set({ _id: user._id, ...change, avatar })
      .where(eq(users._id, user._id))
      .returning(userColumns)
      .catch(refuseKnownEmail)
    if (row && row.Email !== user.Email) await leaveAddress(tx, user)
    return row
  })
  if (!updated) throw new UserError(401, 'Please log in')
  if (updated.Email !== user.Email) {
    mailsOwed()
    addressChanged(user._id)
  }
  return updated
}

/** A link that went to the old address must not open the account any more. */
async function leaveAddress(tx: Transaction, { _id, Email }: User) {
  await tx.delete(passwordResets).where(eq(passwordResets.userId, _id))
  await owe(tx, [{ kind: 'email-changed', userId: _id, recipient: Email }])
}

function refuseKnownEmail(error: unknown): never {
  if (isUniqueViolation(error)) throw emailExists()
  throw error
}

function isUniqueViolation(error: unknown) {
  return (error as { cause?: { code?: string } }).cause?.code === '23505'
}

import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { trialEndFrom } from '~/account/billing/subscription'
import { isDemoAccount } from '~/account/users/user'
import { clock } from '~/base/db/clock.server'
import { type Db, db } from '~/base/db/db.server'
import type { Call } from '~/base/http/context.server'
import { UserError } from '~/base/node/errors'
import { accessCodes, settings, users } from '~drizzle/schema'
import { clearAccess, recoverAccess } from './access.server'
import { assertNotOwnAddress, type RegisterInput } from './account-input.server'
import { emailTaken, hasEmail, isEmailTaken } from './email.server'
import { hashPassword, verifyPassword } from './passwords.server'
import { clientBucket, registrationPolicy, throttle, throttleClient } from './throttle.server'

export async function isAccessCodeRequired() {
  const [row] = await db.select().from(settings)
  return row?.requireAccessCode ?? false
}

export async function setAccessCodeRequired(requireAccessCode: boolean) {
  await db
    .insert(settings)
    .values({ requireAccessCode })
    .onConflictDoUpdate({ target: settings.id, set: { requireAccessCode } })
}

/** Creates the account with its trial and uses the access code, in one transaction (product 2.1). Returns the account. */
export async function register(call: Call, input: RegisterInput) {
  if (isDemoAccount(input)) throw emailTaken()
  assertNotOwnAddress(input.Password, input.Email, 'Password')
  const isCodeRequired = await isAccessCodeRequired()
  const bucket = clientBucket(call, isCodeRequired ? 'code' : 'register', registrationPolicy)
  return throttle([bucket], async () => {
    const passwordHash = await hashPassword(input.Password)
    return db.transaction(async (tx) => {
      const _id = uuid()
      const codeId = isCodeRequired ? await redeemAccessCode(tx, input.accessCode) : null
      const { Firstname, Surname, Email } = input
      const trialEndsAt = trialEndFrom(clock.now())
      if (await isEmailTaken(tx, Email)) throw emailTaken()
      const [created] = await tx
        .insert(users)
        .values({ _id, Firstname, Surname, Email, passwordHash, trialEndsAt })
        .onConflictDoNothing()
        .returning({ _id: users._id })
      if (!created) throw emailTaken()
      await throttleClient(call, 'registered', registrationPolicy, tx)
      if (codeId) await tx.update(accessCodes).set({ usedBy: _id }).where(eq(accessCodes._id, codeId))
      return { _id, Firstname, Email, passwordHash }
    })
  })
}

/** Marks the code as used. One conditional update lets only one of several concurrent registrations have the code. */
async function redeemAccessCode(tx: Db, code: string) {
  const [used] = await tx
    .update(accessCodes)
    .set({ isUsed: true })
    .where(and(eq(accessCodes.code, code.toUpperCase()), eq(accessCodes.isUsed, false)))
    .returning({ _id: accessCodes._id })
  if (!used)
    throw new UserError(400, 'Invalid access code', { errors: { accessCode: ['Invalid access code'] } })
  return used._id
}

/**
 * Ensures that the account exists, is an admin and has this password. Anybody may have registered the address before, so
 * nothing of an account that becomes an admin may act on it any more. The second factor and the passkeys of an admin stay.
 */
export async function ensureAdmin(email: string, password: string) {
  const [user] = await db.select().from(users).where(hasEmail(email))
  if (user?.Role === 'admin' && (await verifyPassword(user.passwordHash, password))) return
  const admin = { Role: 'admin', passwordHash: await hashPassword(password) } as const
  if (user) {
    await db.transaction(async (tx) => {
      // Sends no mail about the password, because the operator has set it.
      const [before] = await tx.select().from(users).where(eq(users._id, user._id)).for('update')
      await tx.update(users).set(admin).where(eq(users._id, user._id))
      if (before?.Role === 'admin') await recoverAccess(tx, user._id)
      else await clearAccess(tx, user._id)
    })
  } else {
    const row = { ...admin, _id: uuid(), Firstname: 'Admin', Email: email, trialEndsAt: sql`now()` }
    await db.insert(users).values(row).onConflictDoNothing()
  }
}

import { and, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { trialEndFrom } from '~/billing/subscription'
import { clock } from '~/db/clock.server'
import { type Db, db } from '~/db/db.server'
import type { Call } from '~/http/context.server'
import { UserError } from '~/http/errors'
import { accessCodes, settings, users } from '~drizzle/schema'
import { isDemoAccount } from './account'
import type { RegisterInput } from './account-input.server'
import { emailTaken } from './email.server'
import { hashPassword } from './passwords.server'
import { clientBucket, registrationPolicy, throttle } from './throttle.server'

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

/** Creates the account with its trial and uses the access code, in one transaction (product 2.1). */
export async function register(call: Call, input: RegisterInput) {
  if (isDemoAccount(input)) throw emailTaken()
  const isCodeRequired = await isAccessCodeRequired()
  const bucket = clientBucket(call, isCodeRequired ? 'code' : 'register', registrationPolicy)
  await throttle([bucket], async () => {
    const passwordHash = await hashPassword(input.Password)
    await db.transaction(async (tx) => {
      const _id = uuid()
      const codeId = isCodeRequired ? await redeemAccessCode(tx, input.accessCode) : null
      const { Firstname, Surname, Email } = input
      const trialEndsAt = trialEndFrom(clock.now())
      const [created] = await tx
        .insert(users)
        .values({ _id, Firstname, Surname, Email, passwordHash, trialEndsAt })
        .onConflictDoNothing()
        .returning({ _id: users._id })
      if (!created) throw emailTaken()
      if (codeId) await tx.update(accessCodes).set({ usedBy: _id }).where(eq(accessCodes._id, codeId))
    })
  })
}

/**
 * Marks the code as used. A single conditional update lets only one of several concurrent registrations have the code.
 */
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

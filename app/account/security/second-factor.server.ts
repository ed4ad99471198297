import { and, eq, isNull, like, not } from 'drizzle-orm'
import type { OwnPasswordInput } from '~/account/accounts/account-input.server'
import { assertNotDemo } from '~/account/accounts/accounts.server'
import { verifyOwnPassword } from '~/account/accounts/own-password.server'
import { isFactorOn, replaceSession } from '~/account/accounts/start-session.server'
import type { User } from '~/account/users/user'
import { db } from '~/base/db/db.server'
import { localDay } from '~/base/db/owner-clock.server'
import type { Call } from '~/base/http/context.server'
import { UserError } from '~/base/node/errors'
import { secondFactors, users } from '~drizzle/schema'
import { box, codeError, digitsOf, readSecret, throttleCode } from './codes.server'
import { mailedChange } from './mailed-change.server'
import { countRecoveryCodes, deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.server'
import type { CodeInput } from './security-input.server'
import { newSecret, stepOf, uriOf } from './totp.server'

export const switchedOn = 'The second factor is on'
export const switchedOff = 'The second factor is off'
export const codesReplaced = 'The old recovery codes do not work any more'

/** For the screen: since which day the second factor is on, or null, and how many recovery codes are left. */
export async function findSecondFactor({ _id }: User) {
  const [factor] = await db
    .select({ onSince: localDay(secondFactors.confirmedAt) })
    .from(secondFactors)
    .innerJoin(users, eq(users._id, secondFactors.userId))
    .where(isFactorOn(_id))
  return { onSince: factor?.onSince ?? null, codesLeft: factor ? await countRecoveryCodes(_id) : 0 }
}

/** Makes a secret, which has no effect until a code confirms it. A new one replaces it until then. */
export async function beginSetup(call: Call, user: User, { password }: OwnPasswordInput) {
  assertNotDemo(user)
  await verifyOwnPassword(call, user, password)
  const plain = newSecret()
  const secret = box.encrypt(plain, user._id)
  const [begun] = await db
    .insert(secondFactors)
    .values({ userId: user._id, secret })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId })
  if (!begun) throw new UserError(409, 'The second factor is on already')
  return { secret: plain, uri: uriOf(plain, user.Email) }
}

/** Switches the second factor on. The code is spent. Returns the recovery codes, which cannot be read again. */
export async function confirmSetup(call: Call, user: User, { code }: CodeInput) {
  assertNotDemo(user)
  const pending = await findPending(user._id)
  if (!pending) throw new UserError(409, 'Begin with the setup of the second factor')
  const plain = readSecret(pending)
  const step = await throttleCode(call, user._id, async () => {
    const step = plain && stepOf(plain, digitsOf(code))
    if (!step) throw codeError(400)
    return step
  })
  await replaceSession(call, { isProven: true })
  return mailedChange(
    user,
    () => ({ kind: 'second-factor-on' }),
    async (tx) => {
      const [confirmed] = await tx
        .update(secondFactors)
        .set({ confirmedAt: new Date(), lastStep: step })
        .where(and(isPending(user._id), eq(secondFactors.secret, pending.secret)))
        .returning({ userId: secondFactors.userId })
      if (!confirmed) throw new UserError(409, 'The setup was begun again, or is done already')
      return replaceRecoveryCodes(tx, user._id)
    },
  )
}

const isPending = (userId: string) => and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt))

async function findPending(userId: string) {
  const [pending] = await db.select().from(secondFactors).where(isPending(userId))
  return pending
}

/** The setup that the form has shown, after a wrong code. Null if it is outdated, so that another session cannot read it. */
export async function findSetup(user: User, shownSecret: unknown) {
  const pending = await findPending(user._id)
  const secret = pending && box.decrypt(pending.secret, user._id)
  return secret && secret === shownSecret ? { secret, uri: uriOf(secret, user.Email) } : null
}

export async function switchOff(call: Call, user: User, { password }: OwnPasswordInput) {
  assertNotDemo(user)
  await verifyOwnPassword(call, user, password)
  await mailedChange(
    user,
    () => ({ kind: 'second-factor-off' }),
    async (tx) => {
      const off = await tx.delete(secondFactors).where(isFactorOn(user._id)).returning()
      if (off.length === 0) throw notOn()
      await deleteRecoveryCodes(tx, user._id)
    },
  )
}

/** Makes ten new recovery codes. The old ones are void. */
export async function renewRecoveryCodes(call: Call, user: User, { password }: OwnPasswordInput) {
  assertNotDemo(user)
  await verifyOwnPassword(call, user, password)
  return mailedChange(
    user,
    () => ({ kind: 'recovery-codes' }),
    async (tx) => {
      if ((await tx.$count(secondFactors, isFactorOn(user._id))) === 0) throw notOn()
      return replaceRecoveryCodes(tx, user._id)
    },
  )
}

const notOn = () => new UserError(409, 'The second factor is not on')

/** Encrypts anew what an older secret of `SESSION_SECRET` has encrypted, so that the older one can be removed. */
export async function renewEncryption(own = box) {
  const isOld = not(like(secondFactors.secret, `${own.prefix.replace(/[_%\\]/g, '\\$&')}%`))
  for (const { userId, secret: stored } of await db.select().from(secondFactors).where(isOld)) {
    const plain = readSecret({ userId, secret: stored }, own)
    if (plain === null) continue
    const isUnchanged = and(eq(secondFactors.userId, userId), eq(secondFactors.secret, stored))
    await db
      .update(secondFactors)
      .set({ secret: own.encrypt(plain, userId) })
      .where(isUnchanged)
  }
}

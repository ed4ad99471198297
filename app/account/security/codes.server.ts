import { and, lt } from 'drizzle-orm'
import { codeNeeded, isFactorOn } from '~/account/accounts/start-session.server'
import { codePolicy, throttleSignIn } from '~/account/accounts/throttle.server'
import { db } from '~/base/db/db.server'
import type { Call } from '~/base/http/context.server'
import { secretBox } from '~/base/http/secret-box.server'
import { env } from '~/base/node/env.server'
import { UserError } from '~/base/node/errors'
import { log } from '~/base/node/log.server'
import { secondFactors } from '~drizzle/schema'
import { spendRecoveryCode } from './recovery-codes.server'
import { stepOf } from './totp.server'

export const isSecondFactorOn = async (userId: string) =>
  (await db.$count(secondFactors, isFactorOn(userId))) > 0

const wrongCode = 'This code is wrong, or was used already'

/** Digits without the spaces and dashes that people type between groups. */
export const digitsOf = (code: string) => code.normalize('NFKC').replace(/[\s\p{Pd}]/gu, '')

/**
 * Throttles guesses at codes by account, whatever session they come from. Only a right code makes a device trusted, so
 * somebody who knows the password gets no more guesses from another device.
 */
export function throttleCode<T>(call: Call, userId: string, check: () => Promise<T>) {
  return throttleSignIn(call, `code ${userId}`, check, codePolicy)
}

export const codeError = (status: number, msg = wrongCode) =>
  new UserError(status, msg, { errors: { code: [wrongCode] } })

/** Spends a code of the app or a recovery code. Throws 401 for a wrong one. */
export async function verifyCode(call: Call, userId: string, code: string) {
  await throttleCode(call, userId, async () => {
    const digits = digitsOf(code)
    const isRight = /^\d{6}$/.test(digits)
      ? await spendCode(userId, digits)
      : await spendRecoveryCode(userId, digits)
    if (!isRight) throw codeError(401, codeNeeded)
  })
}

/** One conditional statement, so that a code works once, also when two processes get it at the same time. */
async function spendCode(userId: string, code: string) {
  const [factor] = await db.select().from(secondFactors).where(isFactorOn(userId))
  const secret = factor && readSecret(factor)
  const step = secret ? stepOf(secret, code) : null
  if (step === null) return false
  const isUnspent = and(isFactorOn(userId), lt(secondFactors.lastStep, step))
  const spent = await db.update(secondFactors).set({ lastStep: step }).where(isUnspent).returning()
  return spent.length > 0
}

export const box = secretBox(env.SESSION_SECRETS)

/** Null if `SESSION_SECRET` has lost the secret that encrypted it. */
export function readSecret({ userId, secret }: { userId: string; secret: string }, own = box) {
  const plain = own.decrypt(secret, userId)
  if (plain === null) log.error({ userId }, 'a second factor cannot be decrypted: see docs/operations.md')
  return plain
}

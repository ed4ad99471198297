import { randomInt } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { type Db, db } from '~/base/db/db.server'
import { sha256 } from '~/base/http/secret.server'
import { recoveryCodes } from '~drizzle/schema'

const codeCount = 10
const groups = 5

/** 66 bits, so that a fast hash is enough. Digits, because the field of the code shows the keypad of digits on a phone. */
const newCode = () =>
  Array.from({ length: groups }, () => String(randomInt(10_000)).padStart(4, '0')).join(' ')

/** `digits` has no spaces. */
const hashOf = (userId: string, digits: string) => sha256(`recovery code ${userId} ${digits}`)

/** Makes ten new codes in place of the old ones. They cannot be read again. */
export async function replaceRecoveryCodes(tx: Db, userId: string) {
  const codes = Array.from({ length: codeCount }, newCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const rows = codes.map((code) => ({ userId, codeHash: hashOf(userId, code.replaceAll(' ', '')) }))
  await tx.insert(recoveryCodes).values(rows)
  return codes
}

export const deleteRecoveryCodes = (tx: Db, userId: string) =>
  tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))

export const countRecoveryCodes = (userId: string) =>
  db.$count(recoveryCodes, eq(recoveryCodes.userId, userId))

/** One statement, so that of two uses at once one succeeds. */
export async function spendRecoveryCode(userId: string, digits: string) {
  const { codeHash } = recoveryCodes
  const isCode = and(eq(recoveryCodes.userId, userId), eq(codeHash, hashOf(userId, digits)))
  return (await db.delete(recoveryCodes).where(isCode).returning({ codeHash })).length > 0
}

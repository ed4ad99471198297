import { eq, sql } from 'drizzle-orm'
import type { db } from '~/db/db.server'
import { UserError } from '~/http/errors'
import { sha256 } from '~/http/hash.server'
import { throttleCounters } from '~drizzle/schema'

type Quota = { name: string; perDay: number }

/** A day begins with the first mail that is counted. */
export const mailQuotas = {
  /** Links to one address that has not confirmed that it is the account's, whoever asks for them. */
  toStranger: { name: 'mail to', perDay: 5 },
  /** The same by the account that asks for them. */
  byAccount: { name: 'mail by', perDay: 10 },
  /** Notices that an account has left an address: registration takes addresses that nobody has confirmed. */
  notice: { name: 'notice to', perDay: 5 },
} satisfies Record<string, Quota>

type Writer = Pick<typeof db, 'insert' | 'select'>

/** Counts one mail, in one statement, so that of several at once only the allowed ones pass. */
export async function isWithinMailQuota(writer: Writer, { name, perDay }: Quota, whom: string) {
  const isOver = sql`${throttleCounters.expiresAt} <= now()`
  const tomorrow = sql`now() + interval '1 day'`
  const [counted] = await writer
    .insert(throttleCounters)
    .values({ key: keyOf(name, whom), attempts: 1, nextAt: sql`now()`, expiresAt: tomorrow })
    .onConflictDoUpdate({
      target: throttleCounters.key,
      set: {
        attempts: sql`case when ${isOver} then 1 else ${throttleCounters.attempts} + 1 end`,
        expiresAt: sql`case when ${isOver} then ${tomorrow} else ${throttleCounters.expiresAt} end`,
      },
      setWhere: sql`${isOver} or ${throttleCounters.attempts} < ${perDay}::int`,
    })
    .returning({ key: throttleCounters.key })
  return counted !== undefined
}

/** Counts one mail, or throws 429. A transaction that is rolled back has counted none. */
export async function takeMailQuota(writer: Writer, quota: Quota, whom: string) {
  if (await isWithinMailQuota(writer, quota, whom)) return
  const [row] = await writer
    .select({ seconds: sql<number>`ceil(extract(epoch from ${throttleCounters.expiresAt} - now()))::int` })
    .from(throttleCounters)
    .where(eq(throttleCounters.key, keyOf(quota.name, whom)))
  const seconds = Math.max(1, row?.seconds ?? 1)
  const hours = Math.ceil(seconds / 3_600)
  const msg = `Too many confirmation links. Please try again in ${hours} ${hours === 1 ? 'hour' : 'hours'}`
  throw new UserError(429, msg, { errors: { Email: [msg] }, headers: { 'Retry-After': String(seconds) } })
}

const keyOf = (name: string, whom: string) => `${name} ${sha256(whom.toLowerCase())}`

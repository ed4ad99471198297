import { eq, sql } from 'drizzle-orm'
import type { db } from '~/db/db.server'
import { UserError } from '~/http/errors'
import { sha256 } from '~/http/hash.server'
import { throttleCounters } from '~drizzle/schema'

type Quota = { name: string; perDay: number }

/** Limits of mails a day. The day begins with the first mail. */
export const mailQuotas = {
  /** Confirmation links to one address, from all accounts. */
  toAddress: { name: 'mail to', perDay: 5 },
  /** Confirmation links that one account requests. */
  byAccount: { name: 'mail by', perDay: 10 },
  /** Notices to the old address after a change of the address. The old address may never have been confirmed. */
  emailChangedNotice: { name: 'notice to', perDay: 5 },
} satisfies Record<string, Quota>

type Writer = Pick<typeof db, 'insert' | 'select'>

/** Counts a mail and returns whether it is allowed. One statement, so that concurrent mails cannot exceed the quota. */
export async function tryConsumeMailQuota(writer: Writer, { name, perDay }: Quota, subject: string) {
  const isExpired = sql`${throttleCounters.expiresAt} <= now()`
  const tomorrow = sql`now() + interval '1 day'`
  const [consumed] = await writer
    .insert(throttleCounters)
    .values({ key: keyOf(name, subject), attempts: 1, nextAt: sql`now()`, expiresAt: tomorrow })
    .onConflictDoUpdate({
      target: throttleCounters.key,
      set: {
        attempts: sql`case when ${isExpired} then 1 else ${throttleCounters.attempts} + 1 end`,
        expiresAt: sql`case when ${isExpired} then ${tomorrow} else ${throttleCounters.expiresAt} end`,
      },
      setWhere: sql`${isExpired} or ${throttleCounters.attempts} < ${perDay}::int`,
    })
    .returning({ key: throttleCounters.key })
  return consumed !== undefined
}

/** Counts a mail, or throws 429. The count is part of the caller's transaction. */
export async function consumeMailQuota(writer: Writer, quota: Quota, subject: string) {
  if (await tryConsumeMailQuota(writer, quota, subject)) return
  const [row] = await writer
    .select({ seconds: sql<number>`ceil(extract(epoch from ${throttleCounters.expiresAt} - now()))::int` })
    .from(throttleCounters)
    .where(eq(throttleCounters.key, keyOf(quota.name, subject)))
  const seconds = Math.max(1, row?.seconds ?? 1)
  const hours = Math.ceil(seconds / 3_600)
  const msg = `Too many confirmation links. Please try again in ${hours} ${hours === 1 ? 'hour' : 'hours'}`
  throw new UserError(429, msg, { errors: { Email: [msg] }, headers: { 'Retry-After': String(seconds) } })
}

const keyOf = (name: string, subject: string) => `${name} ${sha256(subject.toLowerCase())}`

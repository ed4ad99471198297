import type { Db } from '~/base/db/db.server'
import { sha256 } from '~/base/http/secret.server'
import { UserError } from '~/base/node/errors'
import { consumeAttempt, dayInSeconds, secondsUntil, type ThrottlePolicy } from './throttle.server'

/** Daily quotas of mails with a link to confirm or verify an address. The day begins with the first mail. */
export const linkQuotas = {
  /** Links to one address, from all accounts. */
  toAddress: { freeAttempts: 5, window: dayInSeconds },
  /** Links that one account requests. */
  byAccount: { freeAttempts: 10, window: dayInSeconds },
}

export const quotaKey = (name: string, subject: string) => `${name} ${sha256(subject.toLowerCase())}`

/** Counts a mail with a link, or throws 429. The count is part of the caller's transaction. */
export async function consumeLinkQuota(tx: Db, key: string, quota: ThrottlePolicy) {
  if (await consumeAttempt(key, quota, tx)) return
  const seconds = await secondsUntil('expiresAt', key, tx)
  const hours = Math.ceil(seconds / 3_600)
  const msg = `Too many confirmation links. Please try again in ${hours} ${hours === 1 ? 'hour' : 'hours'}`
  throw new UserError(429, msg, { errors: { Email: [msg] }, headers: { 'Retry-After': String(seconds) } })
}

import { randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { createCookie } from '@remix-run/node'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { type Db, db } from '~/base/db/db.server'
import type { Call, RequestContext } from '~/base/http/context.server'
import { cookieSettings } from '~/base/http/cookies.server'
import { sha256 } from '~/base/http/secret.server'
import { env } from '~/base/node/env.server'
import { UserError } from '~/base/node/errors'
import { throttleCounters } from '~drizzle/schema'

/**
 * Exponential backoff: `freeAttempts` pass without a delay within `window`, which begins with the first attempt. The
 * delay then doubles with each attempt, from `first` to `max`. Without `delay` the policy is a quota: no more
 * attempts pass until the window ends. All times in seconds.
 */
export type ThrottlePolicy = {
  freeAttempts: number
  window: number
  delay?: { first: number; max: number }
}

type ThrottleBucket = { key: string; policy: ThrottlePolicy }

const hour = 3_600
export const dayInSeconds = 24 * hour

/** The longest delay leaves 90 attempts an hour. */
const byAccount: ThrottlePolicy = { freeAttempts: 5, window: hour, delay: { first: 5, max: 40 } }
/** Many users may share an IP address. */
const byClient: ThrottlePolicy = { ...byAccount, freeAttempts: 100 }
/**
 * For codes of the second factor, of which three in a million are right at any time: 37 guesses a day, so that somebody
 * who knows the password has a chance of one in 10,000 a day.
 */
export const codePolicy: ThrottlePolicy = {
  ...byAccount,
  window: dayInSeconds,
  delay: { first: 5, max: hour },
}
/** For guesses at access codes and addresses that have an account, and for accounts that are made and deleted. */
export const registrationPolicy: ThrottlePolicy = { ...byAccount, freeAttempts: 30 }
/** For answers to invitations: many guests may share a network. */
export const answerPolicy = byClient
/** For challenges of passkeys, each of which is a row for some minutes. */
export const passkeyPolicy = byClient
export const demoSignInPolicy: ThrottlePolicy = { ...byAccount, freeAttempts: 1_000 }
/** For mails that anybody can cause: password reset links, and messages of the contact form. */
export const mailPolicy: ThrottlePolicy = {
  ...byAccount,
  window: dayInSeconds,
  delay: { first: 600, max: hour },
}

/**
 * Runs a sign-in, throttled by account and by client. A device that has signed in to the account before has a bucket of
 * its own, so that nobody else can lock the owner out. `signIn` throws when the password is wrong. `subject` is the email
 * address, or what else names the secret that is checked: a device is trusted for each separately.
 */
export async function throttleSignIn<T>(
  call: Call,
  subject: string,
  signIn: () => Promise<T>,
  policy = byAccount,
): Promise<T> {
  const account = sha256(subject.toLowerCase())
  const device = await readDevice(call)
  const isTrusted = device.accounts.includes(account)
  const key = isTrusted ? `account ${account} ${device.id}` : `account ${account}`
  const accountBucket = { key, policy }
  const clientBuckets = isTrusted ? [] : [clientBucket(call, 'sign-in', byClient)]
  const result = await throttle([accountBucket, ...clientBuckets], signIn)
  if (env.API_RATE_LIMIT !== 0) await db.delete(throttleCounters).where(eq(throttleCounters.key, key))
  if (!isTrusted) await trustDevice(call, device, account)
  return result
}

/** Counts an operation of a client, whether or not it succeeds. Throws 429 above the policy's limit. */
export async function throttleClient(call: Call, operation: string, policy: ThrottlePolicy, writer?: Db) {
  if (env.API_RATE_LIMIT !== 0) await consumeAll([clientBucket(call, operation, policy)], writer)
}

/** For guesses at the tokens of links. Attempts that succeed are not counted. */
const guessPolicy: ThrottlePolicy = byClient

/**
 * Finds what a secret opens. Only a guess that finds nothing is counted and writes a row. Throws 429 for a client that has
 * to wait after many of them.
 */
export async function throttleGuesses<T>(call: Call, operation: string, find: () => Promise<T>) {
  if (env.API_RATE_LIMIT === 0) return find()
  const { key, policy } = clientBucket(call, operation, guessPolicy)
  const isDelayed = and(eq(throttleCounters.key, key), gt(throttleCounters.nextAt, sql`clock_timestamp()`))
  if ((await db.$count(throttleCounters, isDelayed)) > 0)
    throw tooManyAttempts(await secondsUntil('nextAt', key))
  const found = await find()
  if (!found) await consumeAll([{ key, policy }])
  return found
}

/**
 * Finds what a secret opens. Only what finds nothing is counted, by the account and by the client's address, and throws 429
 * after too many of them. Nobody can lock out the right secret, which must be too long to guess.
 */
export async function throttleFailures<T>(
  operation: string,
  subject: string,
  address: string,
  find: () => Promise<T>,
) {
  const found = await find()
  if (found || env.API_RATE_LIMIT === 0) return found
  await consumeAll([
    { key: `${operation} ${sha256(subject.toLowerCase())}`, policy: byAccount },
    { key: `${operation} ${networkOf(address)}`, policy: byClient },
  ])
  return found
}

/** Counts the attempt before it runs. Refunds the count after a success. */
export async function throttle<T>(buckets: ThrottleBucket[], attempt: () => Promise<T>) {
  if (env.API_RATE_LIMIT === 0) return attempt()
  await consumeAll(buckets)
  const result = await attempt()
  await refund(buckets)
  return result
}

/** A device and the hashes of the accounts that it has signed in to (OWASP: device cookies). */
type Device = { id: string; accounts: string[] }

const maxAccounts = 10

const { name, ...settings } = cookieSettings('browser')
const deviceCookie = createCookie(name, { ...settings, maxAge: 365 * dayInSeconds })

/** The device of each request, because one with a password and a code makes its device trusted twice. */
const deviceOf = new WeakMap<RequestContext, Device>()

async function readDevice({ request, context }: Call): Promise<Device> {
  const device = deviceOf.get(context) ?? (await deviceCookie.parse(request.headers.get('Cookie')))
  return device ?? { id: randomBytes(16).toString('base64url'), accounts: [] }
}

async function trustDevice({ context }: Call, { id, accounts }: Device, account: string) {
  const device = { id, accounts: [account, ...accounts].slice(0, maxAccounts) }
  deviceOf.set(context, device)
  context.setCookie(await deviceCookie.serialize(device))
}

/** A bucket for one operation of a client. */
export function clientBucket({ context }: Call, operation: string, policy: ThrottlePolicy) {
  return { key: `${operation} ${networkOf(context.address())}`, policy }
}

/** The client's IPv4 address or IPv6 /64 network. One subscriber has all addresses of such a network. */
function networkOf(address: string) {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const zeros = '0:'.repeat(9 - address.split(':').length)
  return address.replace('::', `:${zeros}`).split(':').slice(0, 4).join(':')
}

/** Counts an attempt in each bucket, or in none: throws 429 when one bucket refuses it. */
async function consumeAll(buckets: ThrottleBucket[], writer: Db = db) {
  for (const [n, { key, policy }] of buckets.entries()) {
    if (await consumeAttempt(key, policy, writer)) continue
    await refund(buckets.slice(0, n), writer)
    throw tooManyAttempts(await secondsUntil('nextAt', key, writer))
  }
}

function tooManyAttempts(seconds: number) {
  const msg = `Too many attempts. Please try again in ${seconds} seconds`
  return new UserError(429, msg, { headers: { 'Retry-After': String(seconds) } })
}

/**
 * Counts an attempt and returns whether it is allowed. One statement, so that concurrent attempts cannot exceed the
 * limit. It uses `clock_timestamp()`, because `now()` may be older than the row that a concurrent attempt has just
 * written.
 */
export async function consumeAttempt(
  key: string,
  { freeAttempts, window, delay }: ThrottlePolicy,
  writer: Db = db,
) {
  const clock = sql`clock_timestamp()`
  const windowEnd = sql`${clock} + make_interval(secs => ${window}::int)`
  const isExpired = sql`${throttleCounters.expiresAt} <= ${clock}`
  const attempts = sql`case when ${isExpired} then 1 else ${throttleCounters.attempts} + 1 end`
  const excess = sql`${attempts} - ${freeAttempts}::int`
  const wait = sql`make_interval(secs => case when ${excess} < 0 then 0
    else least(power(2, least(${excess}, 10)) * ${delay?.first ?? 0}::int, ${delay?.max ?? 0}::int) end)`
  const isAllowed =
    delay !== undefined
      ? sql`${throttleCounters.nextAt} <= ${clock}`
      : sql`${isExpired} or ${throttleCounters.attempts} < ${freeAttempts}::int`
  const [consumed] = await writer
    .insert(throttleCounters)
    .values({ key, attempts: 1, nextAt: clock, expiresAt: windowEnd })
    .onConflictDoUpdate({
      target: throttleCounters.key,
      set: {
        attempts,
        nextAt: sql`${clock} + ${wait}`,
        expiresAt: sql`case when ${isExpired} then ${windowEnd} else ${throttleCounters.expiresAt} end`,
      },
      setWhere: isAllowed,
    })
    .returning({ key: throttleCounters.key })
  return Boolean(consumed)
}

/** The time until attempts pass again (`nextAt`) or until the window ends (`expiresAt`). */
export async function secondsUntil(end: 'nextAt' | 'expiresAt', key: string, reader: Db = db) {
  const [row] = await reader
    .select({
      seconds: sql<number>`ceil(extract(epoch from ${throttleCounters[end]} - clock_timestamp()))::int`,
    })
    .from(throttleCounters)
    .where(eq(throttleCounters.key, key))
  return Math.max(1, row?.seconds ?? 1)
}

/** Removes one attempt from the count, and the delay that it caused. */
async function refund(buckets: ThrottleBucket[], writer: Db = db) {
  const keys = buckets.map(({ key }) => key)
  await writer
    .update(throttleCounters)
    .set({ attempts: sql`greatest(${throttleCounters.attempts} - 1, 0)`, nextAt: sql`clock_timestamp()` })
    .where(inArray(throttleCounters.key, keys))
}

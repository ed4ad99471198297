import { randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { createCookie } from '@remix-run/node'
import { eq, inArray, lt, sql } from 'drizzle-orm'
import { db } from '~/db/db.server'
import type { Call } from '~/http/context.server'
import { cookieNamed } from '~/http/cookies.server'
import { env } from '~/http/env.server'
import { UserError } from '~/http/errors'
import { attempts } from '~drizzle/schema'
import { hashToken } from './sessions.server'

/**
 * So many tries are free within the `window`, which begins with the first; each further one waits twice as long as the
 * one before, up to the longest wait. All in seconds.
 */
export type Pace = { free: number; window: number; firstWait: number; longestWait: number }

const hour = 3_600
const day = 24 * hour

/** The longest wait leaves 90 tries an hour. */
const perAccount: Pace = { free: 5, window: hour, firstWait: 5, longestWait: 40 }
/** Many people may share an address: of theirs only wrong tries count, and those that are being made. */
const perAddress: Pace = { ...perAccount, free: 100 }
/** Codes, and addresses that have an account, are asked for by nobody but who registers. */
const registrations: Pace = { ...perAccount, free: 30 }
export const demoVisits: Pace = { ...perAccount, free: 1_000 }
export const resetMails: Pace = { free: 5, window: day, firstWait: 600, longestWait: hour }

type Bucket = { key: string; pace: Pace }

const { name, ...settings } = cookieNamed('browser')
const browserCookie = createCookie(name, { ...settings, maxAge: 365 * day })

type Browser = { id: string; accounts: string[] }

/**
 * Runs a try at an account's password, slowed by account and by address. A browser that has signed in to the account
 * before waits for its own tries only, so nobody can lock an owner out. `attempt` throws when the try was wrong.
 */
export async function slowed<T>(call: Call, email: string, attempt: () => Promise<T>): Promise<T> {
  const account = hashToken(email.toLowerCase())
  const browser = await readBrowser(call)
  const isKnown = browser.accounts.includes(account)
  const buckets = isKnown
    ? [{ key: `account ${account} ${browser.id}`, pace: perAccount }]
    : [
        { key: `account ${account}`, pace: perAccount },
        { key: `address ${network(call)}`, pace: perAddress },
      ]
  const result = await slowedBy(buckets, attempt)
  if (!isKnown) {
    const accounts = [account, ...browser.accounts].slice(0, 10)
    call.context.setCookie(await browserCookie.serialize({ ...browser, accounts }))
  }
  return result
}

/** Runs a try at something that is guessed when registering, such as an access code, slowed by address. */
export function slowedByAddress<T>(call: Call, what: string, attempt: () => Promise<T>) {
  return slowedBy([{ key: `${what} ${network(call)}`, pace: registrations }], attempt)
}

/** Counts one of what is done from an address, right or wrong; throws 429 when there were too many. */
export async function countByAddress(call: Call, what: string, pace: Pace) {
  if (env.API_RATE_LIMIT !== 0) await takeAll([{ key: `${what} ${network(call)}`, pace }])
}

const underway = new Map<string, Promise<void>>()

/** What was done under the same key within a day is not done again; who asks meanwhile hears how it ends. */
export function once(key: string, work: () => Promise<void>) {
  const running = underway.get(key) ?? doOnce(key, work).finally(() => underway.delete(key))
  underway.set(key, running)
  return running
}

async function doOnce(key: string, work: () => Promise<void>) {
  const tomorrow = sql`now() + interval '1 day'`
  const [first] = await db
    .insert(attempts)
    .values({ key, tries: 1, nextAt: tomorrow, expiresAt: tomorrow })
    .onConflictDoNothing()
    .returning({ key: attempts.key })
  if (first) await work().catch((error) => forget(key, error))
}

async function forget(key: string, error: unknown): Promise<never> {
  await db.delete(attempts).where(eq(attempts.key, key))
  throw error
}

async function slowedBy<T>(buckets: Bucket[], attempt: () => Promise<T>) {
  if (env.API_RATE_LIMIT === 0) return attempt()
  await takeAll(buckets)
  const result = await attempt()
  await giveBack(buckets)
  await forgetWrongTries(buckets)
  return result
}

/** A try that one bucket refuses is not made, so the others get it back. */
async function takeAll(buckets: Bucket[]) {
  for (const [n, bucket] of buckets.entries()) {
    if (await isAllowed(bucket.key, bucket.pace)) continue
    await giveBack(buckets.slice(0, n))
    throw await tooMany(bucket.key)
  }
}

/**
 * Counts the try before it is made, in one statement: of tries at once only as many pass as are free. The row's lock
 * puts them in order, so they read the clock under it: `now()` may be older than what the one before has written.
 */
export async function isAllowed(
  key: string,
  { free, window, firstWait, longestWait }: Pace,
  writer: Pick<typeof db, 'insert'> = db,
) {
  const clock = sql`clock_timestamp()`
  const end = sql`${clock} + make_interval(secs => ${window}::int)`
  const isOver = sql`${attempts.expiresAt} <= ${clock}`
  const tries = sql`case when ${isOver} then 1 else ${attempts.tries} + 1 end`
  const over = sql`${tries} - ${free}::int`
  const wait = sql`make_interval(secs => case when ${over} < 0 then 0
    else least(power(2, least(${over}, 10)) * ${firstWait}::int, ${longestWait}::int) end)`
  const [taken] = await writer
    .insert(attempts)
    .values({ key, tries: 1, nextAt: clock, expiresAt: end })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        tries,
        nextAt: sql`${clock} + ${wait}`,
        expiresAt: sql`case when ${isOver} then ${end} else ${attempts.expiresAt} end`,
      },
      setWhere: sql`${attempts.nextAt} <= ${clock}`,
    })
    .returning({ key: attempts.key })
  return Boolean(taken)
}

async function tooMany(key: string) {
  const [row] = await db
    .select({ seconds: sql<number>`ceil(extract(epoch from ${attempts.nextAt} - now()))::int` })
    .from(attempts)
    .where(eq(attempts.key, key))
  const seconds = Math.max(1, row?.seconds ?? 1)
  return new UserError(429, `Too many attempts. Please try again in ${seconds} seconds`, {
    headers: { 'Retry-After': String(seconds) },
  })
}

/** A right try counts nowhere and makes nobody wait, like one that is not made. */
async function giveBack(buckets: Bucket[]) {
  const keys = buckets.map(({ key }) => key)
  await db
    .update(attempts)
    .set({ tries: sql`greatest(${attempts.tries} - 1, 0)`, nextAt: sql`clock_timestamp()` })
    .where(inArray(attempts.key, keys))
}

/** The address keeps those that were made at other accounts. */
async function forgetWrongTries(buckets: Bucket[]) {
  const account = buckets.find(({ key }) => key.startsWith('account '))
  if (account) await db.delete(attempts).where(eq(attempts.key, account.key))
}

export async function deleteExpiredAttempts() {
  await db.delete(attempts).where(lt(attempts.expiresAt, sql`now()`))
}

async function readBrowser({ request }: Call): Promise<Browser> {
  const browser = await browserCookie.parse(request.headers.get('Cookie'))
  return browser ?? { id: randomBytes(16).toString('base64url'), accounts: [] }
}

/** Whoever has one address of version 6 has all that share its first half. */
function network({ context: { address } }: Call) {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const [first, last] = [head, tail].map((part) => part.split(':').filter(Boolean))
  const zeros = Array(8)
    .fill('0', 0, 8 - (first?.length ?? 0) - (last?.length ?? 0))
    .filter(Boolean)
  return [...(first ?? []), ...zeros, ...(last ?? [])].slice(0, 4).join(':')
}

import { isIPv6 } from 'node:net'
import type { Call } from '~/http/context.server'
import { env } from '~/http/env.server'
import { sha256 } from '~/http/hash.server'
import { readDevice, trustDevice } from './device-cookie.server'
import {
  consumeAll,
  refund,
  resetThrottle,
  type ThrottleBucket,
  type ThrottlePolicy,
} from './throttle-counters.server'

const hour = 3_600
const day = 24 * hour

/** The longest delay leaves 90 attempts an hour. */
const byAccount: ThrottlePolicy = { freeAttempts: 5, window: hour, firstDelay: 5, maxDelay: 40 }
/** Many people may share an IP address, so only failed and running attempts count. */
const byClient: ThrottlePolicy = { ...byAccount, freeAttempts: 100 }
/** Limits guesses at access codes and at email addresses that have an account. */
const registration: ThrottlePolicy = { ...byAccount, freeAttempts: 30 }
export const demoSignIn: ThrottlePolicy = { ...byAccount, freeAttempts: 1_000 }
export const resetMail: ThrottlePolicy = { freeAttempts: 5, window: day, firstDelay: 600, maxDelay: hour }

/**
 * Runs a sign-in, throttled by account and by client. A device that has signed in to the account before has a bucket of
 * its own, so that nobody else can lock the owner out. `signIn` throws when the password is wrong.
 */
export async function throttleSignIn<T>(call: Call, email: string, signIn: () => Promise<T>): Promise<T> {
  const account = sha256(email.toLowerCase())
  const device = await readDevice(call)
  const isTrusted = device.accounts.includes(account)
  const key = isTrusted ? `account ${account} ${device.id}` : `account ${account}`
  const accountBucket = { key, policy: byAccount }
  const clientBuckets = isTrusted ? [] : [{ key: clientKey('address', call), policy: byClient }]
  const result = await throttle([accountBucket, ...clientBuckets], signIn)
  if (env.API_RATE_LIMIT !== 0) await resetThrottle(accountBucket)
  if (!isTrusted) await trustDevice(call, device, account)
  return result
}

/** Runs a registration, throttled by client, because it reveals which access codes and email addresses exist. */
export function throttleRegistration<T>(call: Call, what: 'code' | 'register', register: () => Promise<T>) {
  return throttle([{ key: clientKey(what, call), policy: registration }], register)
}

/** Counts an operation of a client, whether or not it succeeds. Throws 429 above the policy's limit. */
export async function throttleClient(call: Call, what: string, policy: ThrottlePolicy) {
  if (env.API_RATE_LIMIT !== 0) await consumeAll([{ key: clientKey(what, call), policy }])
}

/** Counts the attempt before it is made and refunds it when it succeeds. */
async function throttle<T>(buckets: ThrottleBucket[], attempt: () => Promise<T>) {
  if (env.API_RATE_LIMIT === 0) return attempt()
  await consumeAll(buckets)
  const result = await attempt()
  await refund(buckets)
  return result
}

/** The client's IPv4 address or IPv6 /64 network. One subscriber has all addresses of such a network. */
function clientKey(what: string, { context: { address } }: Call) {
  return `${what} ${networkOf(address)}`
}

function networkOf(address: string) {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const zeros = '0:'.repeat(9 - address.split(':').length)
  return address.replace('::', `:${zeros}`).split(':').slice(0, 4).join(':')
}

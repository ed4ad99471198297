import { generateKeyPairSync } from 'node:crypto'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { StoredCredentials } from '~/account/accounts/sessions.server'
import { passkeyPolicy, throttleClient } from '~/account/accounts/throttle.server'
import { db } from '~/base/db/db.server'
import type { Call } from '~/base/http/context.server'
import { UserError } from '~/base/node/errors'
import { passkeys, users } from '~drizzle/schema'
import {
  loadWebAuthn,
  origin,
  rpID,
  spendChallenge,
  storeChallenge,
  timeout,
} from './passkey-challenges.server'
import type { Assertion, PasskeyLoginInput } from './passkey-input.server'
import { handleOf } from './passkeys.server'

/** What the browser needs to ask for a passkey. It names no credential, so it tells nothing about any account. */
export async function beginPasskeyLogin(call: Call) {
  await throttleClient(call, 'passkey', passkeyPolicy)
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required', timeout })
  await storeChallenge(options.challenge, null)
  return options
}

/** The user of a passkey. All refusals are the same, and an unknown passkey is verified like a known one. */
export async function verifyPasskey({ credential }: PasskeyLoginInput): Promise<StoredCredentials> {
  const challenge = await spendChallenge(credential.response.clientDataJSON, null)
  if (challenge === null) throw refused()
  const passkey = await findPasskey(credential.id)
  const counter = await verifyAssertion(credential, challenge, passkey ?? decoy())
  const isOwn = passkey && isSameHandle(credential.response.userHandle, passkey.userId)
  if (!isOwn || counter === null || !(await recordUse(passkey._id, counter))) throw refused()
  return { _id: passkey.userId, passwordHash: passkey.passwordHash }
}

const refused = () =>
  new UserError(401, 'This passkey was not accepted. Try again, or log in with your password.')

type VerifiedBy = { publicKey: Buffer; counter: number }

/** An account that has ended has no passkeys. */
async function findPasskey(credentialId: string) {
  const { _id, userId, publicKey, counter } = passkeys
  const [passkey] = await db
    .select({ _id, userId, publicKey, counter, passwordHash: users.passwordHash })
    .from(passkeys)
    .innerJoin(users, eq(users._id, userId))
    .where(and(eq(passkeys.credentialId, credentialId), isNull(users.endedAt)))
  return passkey
}

/** The new counter, or null for another origin, an altered signature, a counter that did not grow, and the like. */
async function verifyAssertion(
  credential: Assertion,
  expectedChallenge: string,
  { publicKey, counter }: VerifiedBy,
) {
  const { userHandle, ...response } = credential.response
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response: { ...response, ...(userHandle && { userHandle }) } },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: { id: credential.id, publicKey: new Uint8Array(publicKey), counter },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}

/** A key that no device has, as COSE: ES256 on P-256. */
let decoyKey: VerifiedBy | undefined
function decoy() {
  decoyKey ??= { publicKey: newKey(), counter: 0 }
  return decoyKey
}

function newKey() {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const prefixes = ['a5010203262001215820', '225820'].map((hex) => Buffer.from(hex, 'hex')) as [
    Buffer,
    Buffer,
  ]
  return Buffer.concat([prefixes[0], Buffer.from(x, 'base64url'), prefixes[1], Buffer.from(y, 'base64url')])
}

const isSameHandle = (handle: string | null | undefined, userId: string) =>
  handle === handleOf(userId).toString('base64url')

/** One conditional statement, so that the counter grows also when two processes get responses at the same time. */
async function recordUse(id: string, counter: number) {
  const isGrown = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter)
  const used = await db
    .update(passkeys)
    .set({ counter, lastUsedOn: today })
    .where(and(eq(passkeys._id, id), isGrown))
    .returning({ _id: passkeys._id })
  return used.length > 0
}

/** Today in the time zone of the user. */
const today = sql`(select wall_clock(now(), time_zone)::date from users where users.id = ${passkeys.userId})`

import { and, desc, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { OwnPasswordInput } from '~/account/accounts/account-input.server'
import { assertNotDemo } from '~/account/accounts/accounts.server'
import { verifyOwnPassword } from '~/account/accounts/own-password.server'
import { replaceSession } from '~/account/accounts/start-session.server'
import type { User } from '~/account/users/user'
import { type Db, db } from '~/base/db/db.server'
import { byId } from '~/base/db/owned.server'
import type { Call } from '~/base/http/context.server'
import { UserError } from '~/base/node/errors'
import { passkeys } from '~drizzle/schema'
import { mailedChange } from './mailed-change.server'
import { type Passkey, passkeyLimit } from './passkey'
import {
  loadWebAuthn,
  origin,
  rpID,
  spendChallenge,
  storeChallenge,
  timeout,
} from './passkey-challenges.server'
import type { Attestation, PasskeyInput } from './passkey-input.server'

const { hasId, assertFound } = byId('Passkey', passkeys)

export const passkeyAdded = 'Passkey added successfully'
export const passkeyRemoved = 'Passkey removed successfully'

const columns = {
  _id: passkeys._id,
  name: passkeys.name,
  lastUsedOn: passkeys.lastUsedOn,
  createdAt: passkeys.createdAt,
}

/** All passkeys of a user, the newest first. */
export function listPasskeys(userId: string): Promise<Passkey[]> {
  return db.select(columns).from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys._id))
}

/** What the browser needs to make a passkey. Whoever only has the session cannot begin. */
export async function beginPasskey(call: Call, user: User, { password }: OwnPasswordInput) {
  assertNotDemo(user)
  await verifyOwnPassword(call, user, password)
  await assertRoom(db, user._id)
  const existing = await db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, user._id))
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Budkeeper',
    rpID,
    userID: new Uint8Array(handleOf(user._id)),
    userName: user.Email,
    userDisplayName: `${user.Firstname} ${user.Surname}`.trim(),
    timeout,
    excludeCredentials: existing,
    // The device finds the passkey without a name, and verifies its user: it counts as both factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await storeChallenge(options.challenge, user._id)
  return options
}

/** The id that the device keeps with the passkey and returns at a sign-in: the bytes of the user's id. */
export const handleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex')

async function assertRoom(reader: Db, userId: string) {
  if ((await reader.$count(passkeys, eq(passkeys.userId, userId))) >= passkeyLimit)
    throw new UserError(409, `An account has at most ${passkeyLimit} passkeys. Remove one first.`)
}

/** Stores a passkey. Its challenge proves that the password was given. */
export async function addPasskey(call: Call, user: User, { name, credential }: PasskeyInput) {
  assertNotDemo(user)
  const challenge = await spendChallenge(credential.response.clientDataJSON, user._id)
  const made = challenge && (await verifyAttestation(credential, challenge))
  if (!made) throw refused()
  await replaceSession(call, { isProven: true })
  const row = {
    _id: uuid(),
    userId: user._id,
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: credential.response.transports,
    name,
  }
  const mail = () => ({ kind: 'passkey-added', details: { name } }) as const
  return mailedChange(user, mail, async (tx) => {
    await assertRoom(tx, user._id)
    const [passkey] = await tx.insert(passkeys).values(row).onConflictDoNothing().returning(columns)
    if (!passkey) throw new UserError(409, 'This passkey was added already')
    return passkey as Passkey
  })
}

const refused = () => new UserError(400, 'The passkey could not be verified. Please try again.')

/** Null for a passkey that is not as it was asked for. */
async function verifyAttestation(credential: Attestation, expectedChallenge: string) {
  try {
    if (await hasCertificate(credential)) return null
    const { verifyRegistrationResponse } = await loadWebAuthn()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: credential,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
    })
    return verified ? registrationInfo.credential : null
  } catch {
    return null
  }
}

/**
 * Browsers send none, because none was asked for. Certificates of strangers are not parsed, and the revocation lists that
 * they name are not fetched.
 */
async function hasCertificate({ response }: Attestation) {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const format = attestation.get('fmt')
  return format !== 'none' && (format !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined)
}

export async function removePasskey(call: Call, user: User, id: string, { password }: OwnPasswordInput) {
  assertNotDemo(user)
  await verifyOwnPassword(call, user, password)
  const mailOf = ({ name }: { name: string }) => ({ kind: 'passkey-removed', details: { name } }) as const
  await mailedChange(user, mailOf, async (tx) => {
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.userId, user._id), hasId(id)))
      .returning({ name: passkeys.name })
    return assertFound(removed)
  })
}

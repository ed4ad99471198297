import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const fromBase64url = (text: string) => Buffer.from(text, 'base64url')

type CreationOptions = { challenge: string; rp: { id: string }; user: { id: string } }
type RequestOptions = { challenge: string; rpId: string }

/** What the browser and the device say, for attacks and for devices of other kinds. */
type Claims = {
  origin?: string
  challenge?: string
  rpId?: string
  type?: string
  crossOrigin?: boolean
  /** User present 1, user verified 4. */
  flags?: number
  counter?: number
}

/** The user is present and verified. */
const verified = 0x05
const hasCredential = 0x40

/** A device with one passkey (ES256), in software. Its counter grows by one with each signature, or stays 0. */
export function createAuthenticator({ origin: home, counts = true }: { origin: string; counts?: boolean }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, claims: Claims) =>
    Buffer.from(
      JSON.stringify({
        type: claims.type ?? type,
        challenge: claims.challenge ?? challenge,
        origin: claims.origin ?? home,
        crossOrigin: claims.crossOrigin ?? false,
      }),
    )

  function authData(rpId: string, flags: number, count: number, ...more: Buffer[]) {
    const tail = Buffer.alloc(5)
    tail.writeUInt8(flags)
    tail.writeUInt32BE(count, 1)
    return Buffer.concat([sha256(rpId), tail, ...more])
  }

  const credential = (response: object) => {
    const ids = { id: id.toString('base64url'), rawId: id.toString('base64url') }
    return { ...ids, type: 'public-key' as const, clientExtensionResults: {}, response }
  }

  return {
    id: id.toString('base64url'),

    /** Makes the passkey. `attest` gets what an attestation signs, and replaces `none`. */
    create(
      { challenge, rp, user }: CreationOptions,
      claims: Claims = {},
      attest: (signed: Buffer) => object = () => ({ fmt: 'none', attStmt: {} }),
    ) {
      userHandle = user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = [Buffer.alloc(16), length, id, coseOf(publicKey)]
      const flags = (claims.flags ?? verified) | hasCredential
      const data = authData(claims.rpId ?? rp.id, flags, claims.counter ?? counter, ...attested)
      const client = clientData('webauthn.create', challenge, claims)
      const attestation = { ...attest(Buffer.concat([data, sha256(client)])), authData: data }
      return credential({
        clientDataJSON: client.toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal', 'hybrid'],
      })
    },

    /** An attestation of the format `packed` by the passkey itself. */
    attest: (signed: Buffer) => ({
      fmt: 'packed',
      attStmt: { alg: -7, sig: sign('sha256', signed, privateKey) },
    }),

    /** Signs a challenge. */
    get({ challenge, rpId }: RequestOptions, claims: Claims = {}) {
      if (counts) counter += 1
      const client = clientData('webauthn.get', challenge, claims)
      const data = authData(claims.rpId ?? rpId, claims.flags ?? verified, claims.counter ?? counter)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      })
    },
  }
}

/** The public key as COSE: ES256 on P-256. */
function coseOf(publicKey: KeyObject) {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, fromBase64url(x)],
    [-3, fromBase64url(y)],
  ])
  return cbor(key)
}

/** Encodes what attestations contain (RFC 8949). */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  const entries = value instanceof Map ? [...value] : Object.entries(value as object)
  return Buffer.concat([head(5, entries.length), ...entries.flatMap((entry) => entry.map(cbor))])
}

function head(major: number, n: number) {
  if (n < 24) return Buffer.from([(major << 5) | n])
  if (n < 256) return Buffer.from([(major << 5) | 24, n])
  return Buffer.from([(major << 5) | 25, n >> 8, n & 255])
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { sha256 } from './secret.server'

const algorithm = 'aes-256-gcm'
const ivLength = 12
const authTagLength = 16

/**
 * Encrypts texts with a key from the first secret, and decrypts those of any. A text is bound to a user: it does not
 * decrypt in the row of another one.
 */
export function secretBox(secrets: string[]) {
  const keys = secrets.map(deriveKey)
  const [current] = keys
  if (!current) throw new Error('There is no secret')
  return {
    /** The beginning of texts that the first secret has encrypted. */
    prefix: `${current.id}.`,
    encrypt: (plain: string, userId: string) => `${current.id}.${seal(current.bytes, plain, userId)}`,
    /** Null if none of the secrets has encrypted the text, or if it was changed. */
    decrypt(stored: string, userId: string) {
      const [id, content = ''] = stored.split('.')
      const key = keys.find((key) => key.id === id)
      return key ? open(key.bytes, content, userId) : null
    },
  }
}

function deriveKey(secret: string) {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'second factor', 32))
  return { id: sha256(bytes.toString('base64')).slice(0, 8), bytes }
}

function seal(key: Buffer, plain: string, userId: string) {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength }).setAAD(Buffer.from(userId))
  const content = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url')
}

function open(key: Buffer, sealed: string, userId: string) {
  const bytes = Buffer.from(sealed, 'base64url')
  const contentStart = ivLength + authTagLength
  try {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength), { authTagLength })
    decipher.setAAD(Buffer.from(userId)).setAuthTag(bytes.subarray(ivLength, contentStart))
    return Buffer.concat([decipher.update(bytes.subarray(contentStart)), decipher.final()]).toString()
  } catch {
    return null
  }
}

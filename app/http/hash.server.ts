import { createHash } from 'node:crypto'

/** SHA-256 for random tokens, and for short keys of long texts. Passwords need `hashPassword`. */
export function sha256(text: string) {
  return createHash('sha256').update(text).digest('base64url')
}

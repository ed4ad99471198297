import { createHash } from 'node:crypto'

/** SHA-256 for random tokens, and for short keys of long texts. Passwords need `hashPassword`. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

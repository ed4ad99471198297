import { randomBytes } from 'node:crypto'
import { hashToken } from './sessions.server'

/** Token for a link that works without a session. Only its hash is stored. */
export function newToken() {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

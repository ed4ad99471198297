import { randomBytes } from 'node:crypto'
import { sha256 } from '~/http/hash.server'

/** Token of a link that works without a session. The database stores only its hash. */
export function newToken() {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: sha256(token) }
}

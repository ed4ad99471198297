import { hash, timingSafeEqual } from 'node:crypto'
import { UserError } from '~/base/node/errors'
import type { IncomingRequest } from './context.server'

/** Checks a shared secret, sent as a bearer token or a Basic password. Responds 404 when none is configured. */
export function requireSecret(request: IncomingRequest, scheme: 'Bearer' | 'Basic', secret?: string) {
  if (!secret) throw new UserError(404, 'Not found')
  const [, sentScheme, value = ''] = /^(\S+) (.*)$/.exec(request.headers.get('Authorization') ?? '') ?? []
  const decoded = Buffer.from(value, 'base64').toString()
  const sent = scheme === 'Basic' ? decoded.replace(/^[^:]*:/, '') : value
  if (sentScheme?.toLowerCase() === scheme.toLowerCase() && isSame(sent, secret)) return
  throw new UserError(401, 'Unauthorized access', { headers: { 'WWW-Authenticate': scheme } })
}

/** The token of the header `Authorization: Bearer …`, which may be empty. Undefined without that scheme. */
export function bearerToken(authorization: string | null | undefined) {
  const match = authorization ? /^Bearer(?:\s+(.*))?$/i.exec(authorization) : null
  return match ? (match[1] ?? '') : undefined
}

/** Compares in constant time. Hashes have the same length, as `timingSafeEqual` requires. */
export function isSame(a: string, b: string) {
  return timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)))
}

/** SHA-256 for random tokens, and for short keys of long texts. Passwords need `hashPassword`. */
export const sha256 = (text: string) => hash('sha256', text, 'base64url')

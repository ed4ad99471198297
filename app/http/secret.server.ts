import { createHash, timingSafeEqual } from 'node:crypto'
import type { Incoming } from './context.server'
import { UserError } from './errors'

/** Lets a program in that knows `secret`, as a bearer token or a password; without one nobody is, and nothing is there. */
export function requireSecret(request: Incoming, scheme: 'Bearer' | 'Basic', secret: string | undefined) {
  if (!secret) throw new UserError(404, 'Not found')
  const [, given, value = ''] = /^(\S+) (.*)$/.exec(request.headers.get('Authorization') ?? '') ?? []
  const told =
    scheme === 'Basic'
      ? Buffer.from(value, 'base64')
          .toString()
          .replace(/^[^:]*:/, '')
      : value
  if (given?.toLowerCase() === scheme.toLowerCase() && isSame(told, secret)) return
  throw new UserError(401, 'Unauthorized access', { headers: { 'WWW-Authenticate': scheme } })
}

function isSame(a: string, b: string) {
  const [one, two] = [a, b].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && two !== undefined && timingSafeEqual(one, two)
}

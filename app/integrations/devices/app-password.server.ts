import { randomBytes } from 'node:crypto'
import { sha256 } from '~/base/http/secret.server'

/** 32 characters that nobody takes for another one. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const length = 16

/** 80 random bits, such as `abcd-efgh-jkmn-pqrs`. */
export const newAppPassword = () =>
  [...randomBytes(length)]
    .map((byte) => alphabet[byte % alphabet.length])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-')

/** The hash by which an app password is found. Undefined for what cannot be one. Case, blanks and hyphens say nothing. */
export function hashOfAppPassword(typed: string) {
  const password = typed.slice(0, 100).replace(/[\s-]/g, '').toLowerCase()
  return password.length === length ? sha256(password) : undefined
}

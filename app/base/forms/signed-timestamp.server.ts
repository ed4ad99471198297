import { createHmac } from 'node:crypto'
import { isSame } from '~/base/http/secret.server'
import { env } from '~/base/node/env.server'

/** The current time with a signature, for a hidden field that says when a form was opened. */
export function signTimestamp() {
  const time = Date.now().toString(36)
  return `${time}.${sign(time, env.SESSION_SECRETS[0])}`
}

/** The age in milliseconds. Undefined if the signature is wrong. */
export function ageOfTimestamp(timestamp: unknown) {
  const [time = '', signature = ''] = String(timestamp).split('.')
  const isSigned = env.SESSION_SECRETS.some((secret) => isSame(signature, sign(time, secret)))
  return isSigned ? Date.now() - Number.parseInt(time, 36) : undefined
}

function sign(time: string, secret = '') {
  return createHmac('sha256', secret).update(`form timestamp ${time}`).digest('base64url')
}

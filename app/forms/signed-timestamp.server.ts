import { createHmac, timingSafeEqual } from 'node:crypto'
import { env } from '~/http/env.server'

/** When a form was opened, signed, so that it can travel with the form. */
export function newStamp() {
  const time = Date.now().toString(36)
  return `${time}.${sign(time, env.SESSION_SECRETS[0])}`
}

/** In milliseconds; none when it was not signed here. */
export function ageOfStamp(stamp: unknown) {
  const [time = '', signature = ''] = String(stamp).split('.')
  const isOurs = env.SESSION_SECRETS.some((secret) => isSame(signature, sign(time, secret)))
  return isOurs ? Date.now() - Number.parseInt(time, 36) : undefined
}

function sign(time: string, secret = '') {
  return createHmac('sha256', secret).update(`form stamp ${time}`).digest('base64url')
}

function isSame(a: string, b: string) {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}

import { createCookie } from '@remix-run/node'
import { env } from '~/base/node/env.server'

const isSecure = env.APP_URL.startsWith('https:')

/**
 * The settings of all cookies that the server sets. Over HTTPS the name begins with `__Host-`, so browsers accept the
 * cookie from this host only, and no other host of the domain can set it.
 */
export const cookieSettings = (name: string) => ({
  name: isSecure ? `__Host-${name}` : name,
  httpOnly: true,
  sameSite: 'lax' as const,
  path: '/',
  secure: isSecure,
  secrets: env.SESSION_SECRETS,
})

const yearInSeconds = 365 * 24 * 60 * 60

/** A cookie that remembers a choice of the user for a year. */
export function choiceCookie(name: string) {
  const { name: nameInBrowser, ...settings } = cookieSettings(name)
  return createCookie(nameInBrowser, { ...settings, maxAge: yearInSeconds })
}

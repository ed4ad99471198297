import { env } from './env.server'

const isSecure = env.APP_URL.startsWith('https:')

/**
 * The settings of every cookie that the server sets. Over HTTPS its name begins with `__Host-`: browsers take it from this
 * host alone, over HTTPS, so that no other host of the domain can plant one.
 */
export const cookieNamed = (name: string) => ({
  name: isSecure ? `__Host-${name}` : name,
  httpOnly: true,
  sameSite: 'lax' as const,
  path: '/',
  secure: isSecure,
  secrets: env.SESSION_SECRETS,
})

import type { Handle } from '~/base/http/handle'
import { env } from '~/base/node/env.server'

export const handle: Handle = { cacheable: true }

const disallowedPaths = [
  '/dashboard',
  '/api/',
  '/reset-password/',
  '/confirm-email/',
  '/verify-email/',
  '/keep-email/',
  '/unsubscribe/',
  '/rsvp/',
  '/update/',
  '/feeds/',
  '/logout',
]

export function loader() {
  const lines = [
    'User-agent: *',
    ...disallowedPaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${env.APP_URL}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}

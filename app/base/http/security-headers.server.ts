import { createHash, randomUUID } from 'node:crypto'
import type { RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { env } from '~/base/node/env.server'
import { hasForeignPictures } from './foreign-pictures'
import { hasToken, isApiPath } from './request-path.server'

const isDevelopment = env.NODE_ENV === 'development'

/** The headers of helmet. The content security policy differs between pages, so another middleware sets it. */
export const securityHeaders = helmet({
  contentSecurityPolicy: false,
  strictTransportSecurity: env.APP_URL.startsWith('https:') && {
    maxAge: 63_072_000,
    includeSubDomains: true,
  },
  frameguard: { action: 'deny' },
  crossOriginEmbedderPolicy: false,
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  // No current browser reads the first three. DNS prefetching keeps the browser's default.
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  xDnsPrefetchControl: false,
})

/**
 * For a screen: allows scripts and inline styles with the nonce of this response, and all style sheets of this site. For
 * the API: allows nothing.
 */
export const contentSecurityPolicy: RequestHandler = (request, response, next) => {
  if (isApiPath(request)) {
    response.setHeader(policyHeader, "default-src 'none';frame-ancestors 'none'")
    return next()
  }
  const nonce = randomUUID()
  response.locals.nonce = nonce
  const policy = policyWith({
    scripts: ["'strict-dynamic'", `'nonce-${nonce}'`],
    styles: [`'nonce-${nonce}'`],
    forms: formTargets,
    pictures: picturesOf(request.path),
  })
  response.setHeader(policyHeader, policy)
  if (hasToken(request)) response.setHeader('Referrer-Policy', 'no-referrer')
  next()
}

/** A redirect depends on the session, so caches must not store it unless its route says otherwise. */
export const noStoreRedirects: RequestHandler = (_request, response, next) => {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => Response
  response.writeHead = (...args: unknown[]) => {
    const needsNoStore = response.hasHeader('Location') && !response.hasHeader('Cache-Control')
    if (needsNoStore) response.setHeader('Cache-Control', 'no-store')
    return writeHead(...args)
  }
  next()
}

/** A screen with private data has no pictures of other sites, so that nothing can be sent out by the address of one. */
const picturesOf = (path: string) => (hasForeignPictures(path) ? ['https:'] : [])

/** For a cacheable page: allows scripts and style sheets of this site, and these inline scripts and styles. */
export function policyWithHashes(scripts: string[], styles: string[], path = '/') {
  return policyWith({
    scripts: ["'self'", ...scripts.map(hashOf)],
    styles: styles.map(hashOf),
    forms: ["'self'"],
    pictures: picturesOf(path),
  })
}

export const policyHeader = 'Content-Security-Policy'

/** `form-action` also applies to redirects, and the forms of the subscription screen redirect to the checkout. */
const formTargets = ["'self'", 'https://checkout.stripe.com']

export function allowFormsTo(origin: string) {
  formTargets.push(origin)
}

type Sources = Record<'scripts' | 'styles' | 'forms' | 'pictures', string[]>

function policyWith({ scripts, styles, forms, pictures }: Sources) {
  const directives = {
    'default-src': ["'none'"],
    'script-src': scripts,
    'style-src': ["'self'", ...(isDevelopment ? ["'unsafe-inline'"] : styles)],
    'img-src': ["'self'", 'data:', 'blob:', ...pictures],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(isDevelopment ? ['ws:'] : [])],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'form-action': forms,
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';')
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

type AnyHeaders = { get(name: string): string | null | undefined; set(name: string, value: string): unknown }

/** Allows `style` attributes. The policy for scripts and style sheets does not change. */
export function allowStyleAttributes(headers: AnyHeaders) {
  const policy = headers.get(policyHeader)
  if (policy) headers.set(policyHeader, `${policy};style-src-attr 'unsafe-inline'`)
}

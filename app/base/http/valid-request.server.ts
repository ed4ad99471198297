import type { Request, RequestHandler } from 'express'
import { env } from '~/base/node/env.server'
import { parseUrl } from '~/base/node/urls'
import { sendError } from './error-handler.server'
import { apiBase, isApiPath, isDecodable } from './request-path.server'
import { bearerToken } from './secret.server'

export const methodNotAllowed = 'Method not allowed'
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Responds 405 to methods that no page supports. Endpoints respond 405 themselves, with their own `Allow`. */
export const allowMethods: RequestHandler = (request, response, next) => {
  if (methods.includes(request.method) || isApiPath(request)) next()
  else sendError(request, response, 405, methodNotAllowed, { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' })
}

/** Responds 404 to a malformed path and 400 to a malformed host, so that all later code can parse the URL. */
export const rejectMalformedUrl: RequestHandler = (request, response, next) => {
  // A client may send the URL in absolute form (RFC 9112, section 3.2.2).
  if (!request.url.startsWith('/')) request.url = request.url.replace(/^https?:\/\/[^/?]*\/?/i, '/')
  request.originalUrl = request.url
  const { headers } = request
  const forwarded = env.TRUST_PROXY > 0 ? request.get('x-forwarded-host')?.split(',')[0]?.trim() : undefined
  if (headers['x-forwarded-host'] !== forwarded) headers['x-forwarded-host'] = forwarded
  const hosts = [headers.host, forwarded]
  // Remix builds a URL from the protocol.
  if (!['http', 'https'].includes(request.protocol)) headers['x-forwarded-proto'] = undefined
  if (!hosts.every(isValidHost)) sendError(request, response, 400, 'The Host header is not valid')
  else if (isValidPath(request)) next()
  else sendError(request, response, 404, 'Not found')
}

function isValidHost(host: string | undefined) {
  return host === undefined || (/^[\w.:[\]-]*$/.test(host) && parseUrl(`http://${host}`) !== null)
}

/** A URL parser reads `\` as `/` and drops tabs and line ends, so the router would see another path. */
function isValidPath({ url, path }: Request) {
  return url.startsWith('/') && isDecodable(path) && !/[\\\t\n\r]/.test(decodeURIComponent(path))
}

/**
 * Responds 403 to a request from another origin unless it is a read (product 2.2) or has an API token, which no browser
 * adds by itself. Browsers send `Origin` or `Sec-Fetch-Site`; other clients send neither.
 */
export const requireSameOrigin: RequestHandler = (request, response, next) => {
  if (isSafeMethod(request) || hasApiToken(request)) return next()
  if (!isSameOrigin(request)) return sendError(request, response, 403, 'This request came from another site')
  // Remix also checks `Origin`, but without regard to APP_URL and to pages that send no referrer.
  delete request.headers.origin
  next()
}

/** Only the API reads tokens. Screens go by the cookie. The protocol of `/mcp` wants `Origin` checked beside a token, too. */
function hasApiToken({ path, headers }: Request) {
  const lowerCasePath = path.toLowerCase().replace(/\/+$/, '')
  const isApi = lowerCasePath.startsWith(`${apiBase}/`) && lowerCasePath !== `${apiBase}/mcp`
  return isApi && bearerToken(headers.authorization) !== undefined
}

export const isSafeMethod = ({ method }: Request) => method === 'GET' || method === 'HEAD'

function isSameOrigin({ headers, protocol }: Request) {
  const { origin } = headers
  const site = headers['sec-fetch-site']
  // Browsers send this from a page with `Referrer-Policy: no-referrer`, such as the reset page.
  if (origin === 'null') return site === 'same-origin'
  if (origin !== undefined)
    return origin === env.APP_URL || origin === originOf(`${protocol}://${headers.host}`)
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** The origin of a URL as browsers send it: in lower case, without the scheme's default port. */
const originOf = (url: string) => parseUrl(url)?.origin

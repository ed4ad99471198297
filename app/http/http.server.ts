import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { env } from './env.server'
import { somethingWentWrong } from './errors'
import { log, logAnswered } from './log.server'
import { retryLater } from './outage.server'

type Asked = IncomingMessage & { originalUrl?: string }

export const requestLog: RequestHandler = (request, response, next) => {
  response.locals.requestId = logged(request, response)
  response.setHeader('X-Request-Id', response.locals.requestId)
  next()
}

/** One line an answered request: its path without the query, which may hold what a person searched for. Returns its id. */
export function logged(request: Asked, response: ServerResponse) {
  const started = performance.now()
  const requestId = randomUUID()
  response.once('close', () =>
    logAnswered({
      requestId,
      method: request.method ?? '',
      path: withoutToken(pathOf(request)),
      status: response.statusCode,
      ms: Math.round(performance.now() - started),
      finished: response.writableFinished,
    }),
  )
  return requestId
}

/** As it was asked for, decoded as the routes see it; a router hides the part of the address that it stands at. */
function pathOf({ originalUrl, url = '' }: Asked) {
  const [path = ''] = (originalUrl ?? url).split('?', 1)
  return path.includes('%') && isReadable(path) ? decodeURIComponent(path) : path
}

/** What programs ask for, and get JSON from. */
const isApi = (request: Request) => /^\/(api\/|webhooks\/|jobs\/|readyz)/i.test(pathOf(request))

/** Paths that end in a token, which no log and no other site gets to see. */
const tokenPath = /(\/(?:reset-password|confirm-email)\/)[^/]+/i

function withoutToken(path: string) {
  return path.replace(tokenPath, '$1…')
}

/** More than this of one body is not heard out. */
const largestBody = 50_000_000

/** A deadline is looked at so many times. */
const deadlineSteps = 4

/**
 * Every response begins in time, also when a database or a disk stands still. Time stands still only while the client is
 * sending its body; that has as long as Node gives it (`requestTimeout`), unless it is endless. A response that has begun
 * may take as long as its reader reads (`stalledAfter`).
 */
export function answerWithin(ms: number): RequestHandler {
  return (request, response, next) => {
    const before = request.socket.bytesRead
    let left = deadlineSteps
    const timer = setInterval(() => {
      // Node reads no more of the body before the app has taken this.
      const isBehind = request.readableLength >= request.readableHighWaterMark
      if (request.complete || isBehind) left -= 1
      if (left === 0) giveUp(request, response)
      else if (!request.complete && request.socket.bytesRead - before > largestBody) request.destroy()
    }, ms / deadlineSteps)
    response.once('close', () => clearInterval(timer))
    next()
  }
}

/**
 * An answer ends no sooner than the body it refuses unread. Node's HTTP client, and with it many a proxy, sends no more of
 * a body once it has the whole answer, and what follows on that connection is lost.
 */
export const hearOut: RequestHandler = (request, response, next) => {
  const end = response.end.bind(response) as (...rest: unknown[]) => Response
  response.end = (...rest: unknown[]) => {
    response.locals.isEnded = true
    if (request.complete || request.destroyed) return end(...rest)
    // Whoever comes later, after the deadline, finds that an answer is given.
    response.flushHeaders()
    request
      .removeAllListeners('data')
      .once('close', () => end(...rest))
      .resume()
    return response
  }
  next()
}

function giveUp(request: Request, response: Response) {
  if (response.headersSent) return
  log.error({ requestId: response.locals.requestId }, 'no answer in time')
  refuse(request, response, 503, somethingWentWrong, { 'Retry-After': retryLater })
}

/** The server drops a connection on which no byte has moved for so many milliseconds. */
export const stalledAfter = 30_000

export const notAllowed = 'Method not allowed'
const usualMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

export const usualMethodsOnly: RequestHandler = (request, response, next) => {
  if (usualMethods.includes(request.method) || isApi(request)) next()
  else refuse(request, response, 405, notAllowed, { Allow: 'GET, HEAD, POST, PATCH, DELETE' })
}

/** What is no text after decoding is no address, and what is no host is none; nothing behind has to cope with it. */
export const readableAddressesOnly: RequestHandler = (request, response, next) => {
  // A client may send the whole address (RFC 9112 §3.2.2).
  request.originalUrl = request.originalUrl.replace(/^https?:\/\/[^/?]*\/?/i, '/')
  request.url = request.originalUrl
  const forwarded = env.TRUST_PROXY > 0 ? request.get('x-forwarded-host')?.split(',')[0]?.trim() : undefined
  request.headers['x-forwarded-host'] = forwarded
  const hosts = [request.headers.host, forwarded]
  // Only these two make a URL of this site.
  if (!['http', 'https'].includes(request.protocol)) request.headers['x-forwarded-proto'] = undefined
  if (!hosts.every(isHost)) refuse(request, response, 400, 'The Host header is not valid')
  else if (request.url.startsWith('/') && isReadable(request.path) && !isRewritten(request.path)) next()
  else refuse(request, response, 404, 'Not found')
}

function isHost(host: string | undefined) {
  return host === undefined || (/^[\w.:[\]-]*$/.test(host) && URL.canParse(`http://${host}`))
}

function isReadable(path: string) {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** A URL parser reads `\` as `/` and leaves out tabs and line ends, so the path that a router reads is another. */
function isRewritten(path: string) {
  return /[\\\t\n\r]/.test(decodeURIComponent(path))
}

const isDevelopment = env.NODE_ENV === 'development'

/** What a response lets run and style it, and where its forms may lead. */
type Sources = { scripts: string; styles: string; forms: string }

const security = headersOf(
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ['SCRIPTS'],
        'style-src': ["'self'", isDevelopment ? "'unsafe-inline'" : 'STYLES'],
        'img-src': ["'self'", 'data:', 'blob:', 'https:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...(isDevelopment ? ['ws:'] : [])],
        'manifest-src': ["'self'"],
        'form-action': ['FORMS'],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    strictTransportSecurity: env.APP_URL.startsWith('https:') && {
      maxAge: 63_072_000,
      includeSubDomains: true,
    },
    frameguard: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Of browsers and plug-ins that are gone.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    xDnsPrefetchControl: false,
  }),
)

/** What helmet would set on each response is the same each time, but for the sources. */
function headersOf(middleware: (request: never, response: never, next: () => void) => void) {
  const headers: [string, string][] = []
  const recorder = {
    setHeader: (name: string, value: string) => void headers.push([name, value]),
    removeHeader: () => {},
  }
  middleware({} as never, recorder as never, () => {})
  return headers
}

const policyName = 'Content-Security-Policy'

function securityWith(sources: Sources) {
  return security.map(([name, value]): [string, string] => [
    name,
    name === policyName ? policyOf(value, sources) : value,
  ])
}

function policyOf(policy: string, { scripts, styles, forms }: Sources) {
  return policy.replace('SCRIPTS', scripts).replace('STYLES', styles).replace('FORMS', forms)
}

/** The subscription's forms lead on to the checkout. */
const formTargets = ["'self'", 'https://checkout.stripe.com']

export function allowFormsTo(origin: string) {
  formTargets.push(origin)
}

type AnyHeaders = { get(name: string): string | null | undefined; set(name: string, value: string): unknown }

/** Lets `style` attributes apply. The policy for scripts and style sheets stays as it is. */
export function allowStyleAttributes(headers: AnyHeaders) {
  const policy = headers.get(policyName)
  if (policy) headers.set(policyName, `${policy};style-src-attr 'unsafe-inline'`)
}

/** For a page that is the same for everybody: nothing runs but this site's files and these very texts. */
export function securityByHash(scripts: string[], styles: string[]) {
  return securityWith({
    scripts: ["'self'", ...scripts.map(hashOf)].join(' '),
    styles: styles.map(hashOf).join(' '),
    forms: "'self'",
  })
}

function hashOf(text: string) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** Nothing runs but what carries this response's nonce. */
export const securityHeaders: RequestHandler = (request, response, next) => {
  const nonce = randomUUID()
  response.locals.nonce = nonce
  const sources = {
    scripts: `'strict-dynamic' 'nonce-${nonce}'`,
    styles: `'nonce-${nonce}'`,
    forms: formTargets.join(' '),
  }
  for (const [name, value] of securityWith(sources)) response.setHeader(name, value)
  if (tokenPath.test(pathOf(request))) response.setHeader('Referrer-Policy', 'no-referrer')
  next()
}

/**
 * A request that changes something must come from this site (product 2.2): browsers say where it comes from in
 * `Origin`, else in `Sec-Fetch-Site`; programs send neither.
 */
export const sameOriginOnly: RequestHandler = (request, response, next) => {
  if (request.method === 'GET' || request.method === 'HEAD') return next()
  if (!isSameOrigin(request)) return refuse(request, response, 403, 'This request came from another site')
  // Remix asks the same again, but knows neither APP_URL nor pages without a referrer.
  delete request.headers.origin
  next()
}

function isSameOrigin({ headers, protocol }: Request) {
  const { origin } = headers
  const site = headers['sec-fetch-site']
  // What a page without a referrer sends, as the reset page is.
  if (origin === 'null') return site === 'same-origin'
  if (origin !== undefined)
    return origin === env.APP_URL || origin === originOf(`${protocol}://${headers.host}`)
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** As browsers send it: in lower case, without the scheme's default port. */
function originOf(url: string) {
  return URL.canParse(url) ? new URL(url).origin : undefined
}

/** A redirect depends on who asks, so caches must not store it unless its route says otherwise. */
export const redirectsNotStored: RequestHandler = (_request, response, next) => {
  const writeHead = response.writeHead.bind(response) as (...rest: unknown[]) => Response
  response.writeHead = (...rest: unknown[]) => {
    const isUndecided = response.hasHeader('Location') && !response.hasHeader('Cache-Control')
    if (isUndecided) response.setHeader('Cache-Control', 'no-store')
    return writeHead(...rest)
  }
  next()
}

/** What no route has caught. After the deadline's answer nothing is left to say. */
export const unforeseen: ErrorRequestHandler = (error, request, response, _next) => {
  if (response.locals.isEnded) return
  if (response.headersSent) return void response.destroy()
  log.error({ requestId: response.locals.requestId, err: error }, 'request failed')
  refuse(request, response, 500, somethingWentWrong)
}

/** An answer given before any route is reached: JSON to the API, a plain page to people. */
export function refuse(
  request: Request,
  response: Response,
  status: number,
  msg: string,
  headers: Record<string, string> = {},
) {
  response.status(status).set(headers).set('Cache-Control', 'no-store')
  if (isApi(request)) response.json({ msg })
  else response.type('html').send(errorPage(msg))
}

export function errorPage(msg: string) {
  return `<!doctype html><html lang="en"><title>Error Page</title><h1>Error Page</h1><p>${msg}</p><p><a href="/">Home</a></p></html>`
}

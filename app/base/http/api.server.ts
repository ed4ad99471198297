import { ReadableStream } from 'node:stream/web'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { ZodError } from 'zod'
import type { User } from '~/account/accounts/account'
import { consumeQuota } from '~/account/accounts/rate-limit.server'
import { readSession } from '~/account/accounts/sessions.server'
import {
  bearerChallenge,
  type FieldErrors,
  invalidToken,
  notLoggedIn,
  somethingWentWrong,
  UserError,
} from '~/base/node/errors'
import { etagOf, isNotModified, splitVersion } from '~/base/node/etag.server'
import { isUnavailable, retryAfterSeconds } from '~/base/node/outage.server'
import type { TokenScope } from '~/integrations/tokens/token'
import { readTokenSession } from '~/integrations/tokens/token-session.server'
import { type ReceivedFile, readBody, readFile } from './body.server'
import type { Call } from './context.server'
import { asDeletedUser } from './deleted-user.server'
import { Download, pacedChunks } from './download.server'
import { bearerToken } from './secret.server'

/**
 * Who may call an endpoint. `shared` is public and the same for everybody, so shared caches may store it. `user` needs a
 * session, `admin` that of an admin. `token` needs a session or an API token; a method that takes no token is
 * `sessionOnly` (product 22.3). `tokenOnly` needs an API token of any scope, which the method has to regard.
 */
export type Access = 'public' | 'shared' | 'user' | 'token' | 'tokenOnly' | 'admin'

type RoutedCall = Call & { params: Record<string, string | undefined> }

export type ApiCall = RoutedCall & {
  /** The user of the session or token. Undefined for a public endpoint. */
  user: User
  hasToken: boolean
  /** The scope of the token and its name, if there is one. */
  scope?: TokenScope
  tokenName?: string
  query: Record<string, string>
  body: (limit?: number) => Promise<Record<string, unknown>>
  /** The body as a file, or the file of a multipart field. */
  file: (field: string, limit: number) => Promise<ReceivedFile>
  /** The parameter `:id` of the path, or an empty string. */
  id: string
  /** `If-Match` */
  expectedVersion: string | null
}

type Method = ((call: ApiCall) => Promise<unknown>) & { isSessionOnly?: true }
type Methods = { [method in 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE']?: Method }

export type ApiResponse = {
  status: number
  headers: Record<string, string>
  /** In chunks for a file that is made while it is sent. */
  body: string | null | AsyncIterable<Uint8Array>
}

/**
 * An endpoint of the JSON API: session, method, body, limits and errors (product 13). A method returns the body of a
 * 200, `created(body)`, `accepted(body)`, `secret(body)`, a `PreparedJson` or a `Download`. A module of `/api/v1` exports
 * the endpoint as `loader`, which the API router calls for all methods; a module elsewhere also exports it as `action`.
 */
export function api(access: Access, methods: Methods) {
  const loader = endpoint(async (call) => {
    try {
      return await callMethod(call, access, methods)
    } catch (error) {
      return errorResponse(error, call)
    }
  })
  return Object.assign(loader, { accesses: accessesOf(access, methods) })
}

/** Who may call each method, for the test of the OpenAPI document. */
const accessesOf = (access: Access, methods: Methods) =>
  Object.entries(methods).map(([method, { isSessionOnly }]) => ({
    method,
    access: isSessionOnly ? ('user' as const) : access,
  }))

/** A method that takes no API token, of an endpoint whose other methods do. */
export const sessionOnly = (method: (call: ApiCall) => Promise<unknown>): Method =>
  Object.assign(method, { isSessionOnly: true as const })

/** `respond` is for the API router (`routers.server.ts`), which needs neither a `Request` nor a `Response`. */
export function endpoint(respond: (call: RoutedCall) => Promise<ApiResponse>) {
  const loader = async (args: LoaderFunctionArgs) => {
    const { body, ...init } = await respond(args)
    return new Response(isChunked(body) ? streamOf(body) : body, init)
  }
  return Object.assign(loader, { respond })
}

/** TypeScript knows two types of streams, and `Response` takes the other one. */
export const streamOf = (chunks: AsyncIterable<Uint8Array>) =>
  ReadableStream.from(chunks) as unknown as BodyInit

export const isChunked = (body: ApiResponse['body']) => body !== null && typeof body !== 'string'

async function callMethod(call: RoutedCall, access: Access, methods: Methods): Promise<ApiResponse> {
  const { method, url } = call.request
  const queryStart = url.indexOf('?')
  const run = methods[(method === 'HEAD' ? 'GET' : method) as keyof Methods]
  if (!run) throw methodNotAllowed(methods)
  const isPublic = access === 'public' || access === 'shared'
  const caller = isPublic
    ? { user: undefined as never, hasToken: false }
    : await authenticate(call, access, run)
  const result = await run({
    ...call,
    ...caller,
    query: queryStart < 0 ? {} : queryOf(url.slice(queryStart)),
    body: (limit) => readBody(call.request, limit),
    file: (field, limit) => readFile(call.request, field, limit),
    id: call.params.id ?? '',
    expectedVersion: call.request.headers.get('If-Match'),
  })
  if (result instanceof Download) return downloadResponse(result, call)
  if (result instanceof Verbatim) return result.response
  if (result instanceof PreparedJson)
    return conditionalGet(call, { ...json(200, null, sharedForAMinute), body: result.text }, result.etag)
  const answer = result instanceof StatusAndBody ? result : new StatusAndBody(200, result)
  const { status, body: content, headers } = answer
  const { body, etag } = splitVersion(content as object)
  if (isRead(call))
    return conditionalGet(call, json(status, body, access === 'shared' ? sharedForAMinute : {}), etag)
  // The response to a write has the ETag that a GET of its record would have.
  const ETag = etag ?? hashOfRecord(body)
  return json(status, body, { ...headers, ...(ETag && { ETag }) })
}

/** An empty value is the same as none. */
const queryOf = (text: string) =>
  Object.fromEntries([...new URLSearchParams(text)].filter(([, value]) => value !== ''))

async function downloadResponse(file: Download, { request, context }: RoutedCall): Promise<ApiResponse> {
  const body = request.method === 'HEAD' ? null : await pacedChunks(file, context)
  return { status: 200, headers: file.headers, body }
}

/** A token decides also beside a cookie, so that a request never acts as another user than its token. */
async function authenticate(call: Call, access: Access, { isSessionOnly }: Method) {
  const token = bearerToken(call.request.headers.get('Authorization'))
  const needsToken = access === 'tokenOnly'
  const session =
    token !== undefined ? await readTokenSession(token) : needsToken ? null : await readSession(call)
  if (!session) throw token === undefined ? notLoggedIn() : invalidToken()
  const { user, apiRequests } = session
  consumeQuota(user._id, apiRequests)
  const hasToken = 'scope' in session
  if (hasToken && needsToken) return { user, hasToken, scope: session.scope, tokenName: session.tokenName }
  if (hasToken && (access !== 'token' || isSessionOnly)) throw refusedToken()
  if (hasToken && session.scope !== 'write' && !isRead(call)) throw readOnlyToken()
  if (access === 'admin' && user.Role !== 'admin') throw new UserError(403, 'Unauthorized access')
  return { user, hasToken }
}

const isRead = ({ request: { method } }: Call) => method === 'GET' || method === 'HEAD'

/** For what only the user may do who is signed in. */
export const refusedToken = () =>
  new UserError(403, 'An API token cannot do this. Sign in with your password.')

export const readOnlyToken = () =>
  new UserError(403, 'This API token can only read', { headers: bearerChallenge('insufficient_scope') })

/** For responses that are the same for everybody. A change is visible to all within a minute. */
export const sharedForAMinute = { 'Cache-Control': 'public, max-age=60' }

function methodNotAllowed(methods: Methods) {
  const allowed = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return new UserError(405, 'Method not allowed', { headers: { Allow: allowed.join(', ') } })
}

/** A body with a status other than 200. */
class StatusAndBody {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly headers: Record<string, string> = {},
  ) {}
}

/** A body that is the same for everybody, written as text once. */
export class PreparedJson {
  readonly etag: string

  constructor(readonly text: string) {
    this.etag = etagOf(text)
  }
}

/** A response that another protocol defines, which is sent as it is. */
export class Verbatim {
  constructor(readonly response: ApiResponse) {}
}

export const created = (body: unknown) => new StatusAndBody(201, body)

/** For work that continues in the background. */
export const accepted = (body: unknown) => new StatusAndBody(202, body)

/** For a secret that the user cannot read again. */
export const secret = (body: unknown, status = 200) =>
  new StatusAndBody(status, body, { 'Cache-Control': 'no-store' })

export function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  const type = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'private, no-cache' }
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(body) }
}

/** Responds 304 when `If-None-Match` has the ETag: that of a versioned record, otherwise a hash of the body. */
function conditionalGet(
  { request }: Call,
  response: ReturnType<typeof json>,
  recordTag?: string,
): ApiResponse {
  const ETag = recordTag ?? etagOf(response.body)
  const headers = { ...response.headers, ETag }
  const isUnchanged = isNotModified(request.headers.get('If-None-Match'), ETag)
  return isUnchanged ? { status: 304, headers, body: null } : { ...response, headers }
}

function hashOfRecord(body: object) {
  const { msg: _, ...record } = body as Record<string, unknown>
  return Object.keys(record).length > 0 ? etagOf(JSON.stringify(record)) : undefined
}

function errorResponse(error: unknown, { context }: Call) {
  const cause = error instanceof ZodError ? validationError(error) : (asDeletedUser(error) ?? error)
  if (cause instanceof UserError) {
    const { status, msg, details } = cause
    return json(status, { msg, errors: details.errors }, details.headers)
  }
  context.log.error({ err: error }, 'API call failed')
  const msg = somethingWentWrong
  return isUnavailable(error) ? json(503, { msg }, { 'Retry-After': retryAfterSeconds }) : json(500, { msg })
}

/** Converts validation errors to a 400 with the first message, and all messages by field. */
export function validationError(error: ZodError) {
  const errors: FieldErrors = {}
  for (const { path, message } of error.issues) {
    const field = String(path[0] ?? '')
    errors[field] = [...new Set([...(errors[field] ?? []), message])]
  }
  return new UserError(400, error.issues[0]?.message ?? 'The request is not valid', { errors })
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { ZodError } from 'zod'
import type { User } from '~/accounts/account'
import { consumeQuota } from '~/accounts/rate-limit.server'
import { readSession } from '~/accounts/sessions.server'
import { splitVersion } from '~/db/versions.server'
import { readBody } from './body.server'
import type { Call } from './context.server'
import { type FieldErrors, somethingWentWrong, UserError } from './errors'
import { etagOf, isAmong } from './etag.server'
import { isUnavailable, retryLater } from './outage.server'

/** `shared` is public and the same for everybody, so that caches on the way may keep it. */
type Access = 'public' | 'shared' | 'user' | 'admin'

type Addressed = Call & { params: Record<string, string | undefined> }

export type ApiCall = Addressed & {
  /** Who asks; calls of addresses that need no session have nobody. */
  user: User
  query: Record<string, string>
  body: (limit?: number) => Promise<Record<string, unknown>>
  /** The last part of the address. */
  id: string
  /** `If-Match` */
  expectedVersion: string | null
}

type Methods = { [method in 'GET' | 'POST' | 'PATCH' | 'DELETE']?: (call: ApiCall) => Promise<unknown> }

export type Answer = { status: number; headers: Record<string, string>; body: string | null }

/**
 * One address of the JSON API: session, method, body, limits and errors (product 13). A method returns the body of a
 * 200, or `created(body)` or `accepted(body)`. Serves as loader and action alike; `answer` is the same without a Request and a Response,
 * for the door in `doors.server.ts`.
 */
export function api(access: Access, methods: Methods) {
  return endpoint(async (call) => {
    try {
      return await answerMethod(call, access, methods)
    } catch (error) {
      return answerError(error, call)
    }
  })
}

export function endpoint(answer: (call: Addressed) => Promise<Answer>) {
  const loader = async (args: LoaderFunctionArgs) => {
    const { body, ...init } = await answer(args)
    return new Response(body, init)
  }
  return Object.assign(loader, { answer })
}

async function answerMethod(call: Addressed, access: Access, methods: Methods) {
  const { method, url } = call.request
  const run = methods[(method === 'HEAD' ? 'GET' : method) as keyof Methods]
  if (!run) throw methodNotAllowed(methods)
  const user = needsSession(access) ? await identify(call, access) : (undefined as never)
  const result = await run({
    ...call,
    user,
    query: Object.fromEntries(new URLSearchParams(url.split('?')[1])),
    body: (limit) => readBody(call.request, limit),
    id: call.params.id ?? '',
    expectedVersion: call.request.headers.get('If-Match'),
  })
  const { status, body: content } = result instanceof Other ? result : { status: 200, body: result }
  const { body, etag } = splitVersion(content as object)
  return method === 'GET' || method === 'HEAD'
    ? conditionalGet(call, json(status, body, access === 'shared' ? sharedForAMinute : {}), etag)
    : withETag(json(status, body), etag ?? hashOfRecord(body))
}

function needsSession(access: Access) {
  return access === 'user' || access === 'admin'
}

async function identify(call: Call, access: Access) {
  const session = await readSession(call)
  if (!session) throw new UserError(401, 'Please log in')
  consumeQuota(session.user._id, session.apiRequests)
  if (access === 'admin' && session.user.Role !== 'admin') throw new UserError(403, 'Unauthorized access')
  return session.user
}

/** What everybody gets alike; so long may pass until all see a change. */
export const sharedForAMinute = { 'Cache-Control': 'public, max-age=60' }

function methodNotAllowed(methods: Methods) {
  const allowed = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return new UserError(405, 'Method not allowed', { headers: { Allow: allowed.join(', ') } })
}

/** What is no 200. */
class Other {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {}
}

export function created(body: unknown) {
  return new Other(201, body)
}

/** Work that goes on behind the answer. */
export function accepted(body: unknown) {
  return new Other(202, body)
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  const type = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'private, no-cache' }
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(body) }
}

/** Responds 304 when `If-None-Match` has the ETag: that of a versioned record, otherwise a hash of the body. */
function conditionalGet({ request }: Call, response: Answer, etag = etagOf(response.body ?? '')): Answer {
  const headers = { ...response.headers, ETag: etag }
  const isUnchanged = isAmong(request.headers.get('If-None-Match'), etag)
  return isUnchanged ? { status: 304, headers, body: null } : { ...response, headers }
}

/** The response to a write has the ETag that a GET of its record would have. */
function withETag(response: Answer, etag: string | undefined): Answer {
  return etag ? { ...response, headers: { ...response.headers, ETag: etag } } : response
}

function hashOfRecord(body: object) {
  const { msg: _, ...record } = body as Record<string, unknown>
  return Object.keys(record).length > 0 ? etagOf(JSON.stringify(record)) : undefined
}

function answerError(error: unknown, { context }: Call) {
  const known = error instanceof ZodError ? invalid(error) : error
  if (known instanceof UserError) {
    const { status, msg, errors, headers } = known
    return json(status, { msg, errors }, headers)
  }
  context.log.error({ err: error }, 'API call failed')
  const msg = somethingWentWrong
  return isUnavailable(error) ? json(503, { msg }, { 'Retry-After': retryLater }) : json(500, { msg })
}

/** What zod found, as the caller is told: the first message, and all of them by field. */
export function invalid(error: ZodError) {
  const errors: FieldErrors = {}
  for (const { path, message } of error.issues) {
    const field = String(path[0] ?? '')
    errors[field] = [...new Set([...(errors[field] ?? []), message])]
  }
  return new UserError(400, error.issues[0]?.message ?? 'The request is not valid', { errors })
}

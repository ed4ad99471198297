import { ReadableStream } from 'node:stream/web'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { ZodError } from 'zod'
import { type FieldErrors, somethingWentWrong, UserError } from '~/base/node/errors'
import { etagOf, isNotModified, splitVersion } from '~/base/node/etag.server'
import { isUnavailable, retryAfterSeconds } from '~/base/node/outage.server'
import type { Call } from './context.server'
import { asDeletedUser } from './deleted-user.server'
import { Download, pacedChunks } from './download.server'
import type { Operation } from './operation.server'

export type RoutedCall = Call & { params: Record<string, string | undefined> }

export type ApiResponse = {
  status: number
  headers: Record<string, string>
  /** In chunks for a file that is made while it is sent. */
  body: string | null | AsyncIterable<Uint8Array>
}

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

/**
 * The response to what a handler returns: a body, `accepted(body)`, a `PreparedJson`, a `Download` or a `Verbatim`. A
 * shared cache may store what is the same for everybody.
 */
export async function respondWith(
  result: unknown,
  call: RoutedCall,
  { access, status = 200, hasSecret }: Partial<Operation> = {},
): Promise<ApiResponse> {
  if (result instanceof Download) return downloadResponse(result, call)
  if (result instanceof Verbatim) return result.response
  if (result instanceof PreparedJson)
    return conditionalGet(call, { ...json(200, null, sharedForAMinute), body: result.text }, result.etag)
  const isAccepted = result instanceof Accepted
  const { body, etag } = splitVersion((isAccepted ? result.body : result) as object)
  if (isRead(call))
    return conditionalGet(call, json(200, body, access === 'shared' ? sharedForAMinute : {}), etag)
  // The response to a write has the ETag that a GET of its record would have.
  const ETag = etag ?? hashOfRecord(body)
  const headers = { ...(hasSecret && { 'Cache-Control': 'no-store' }), ...(ETag && { ETag }) }
  return json(isAccepted ? 202 : typeof status === 'number' ? status : status[0], body, headers)
}

async function downloadResponse(file: Download, { request, context }: RoutedCall): Promise<ApiResponse> {
  const body = request.method === 'HEAD' ? null : await pacedChunks(file, context)
  return { status: 200, headers: file.headers, body }
}

export const isRead = ({ request: { method } }: Call) => method === 'GET' || method === 'HEAD'

/** For responses that are the same for everybody. A change is visible to all within a minute. */
export const sharedForAMinute = { 'Cache-Control': 'public, max-age=60' }

class Accepted {
  constructor(readonly body: unknown) {}
}

/** For work that continues in the background, if it may also end at once. */
export const accepted = (body: unknown) => new Accepted(body)

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

export function errorResponse(error: unknown, { context }: Call) {
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

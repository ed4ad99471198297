import type { JsonSchema } from '~/api/calls/json-schema.server'
import type { RoutedOperation } from './operations.server'

export type Reference = { $ref: string }
export type Response = {
  description: string
  headers?: Record<string, Reference>
  content?: Record<string, { schema: JsonSchema; example?: unknown }>
}

export const reference = (kind: string, name: string): Reference => ({ $ref: `#/components/${kind}/${name}` })

/** The responses that many calls have, by status. A 405 belongs to no call. */
const shared: Record<number, { name: string; description: string; headers?: string[] }> = {
  304: {
    name: 'NotModified',
    description: 'Nothing has changed since the ETag in `If-None-Match`',
    headers: ['ETag'],
  },
  400: { name: 'BadRequest', description: 'The body, a query value or a field breaks a rule' },
  401: {
    name: 'Unauthorized',
    description: 'No session and no valid token, or wrong credentials',
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'Forbidden',
    description: 'Not allowed, the demo account, or a browser on another site',
    headers: ['WWW-Authenticate'],
  },
  404: { name: 'NotFound', description: 'No such record, or one of another user' },
  405: { name: 'MethodNotAllowed', description: 'The path does not support the method', headers: ['Allow'] },
  406: { name: 'NotAcceptable', description: 'The client does not accept JSON' },
  409: { name: 'Conflict', description: 'The value is taken already, or there is nothing to change' },
  412: {
    name: 'PreconditionFailed',
    description: 'The record has another version than `If-Match`',
    headers: ['ETag'],
  },
  413: { name: 'ContentTooLarge', description: 'The body is too large' },
  415: { name: 'UnsupportedMediaType', description: 'The type of the body is not supported' },
  429: { name: 'TooManyRequests', description: 'Too many calls or guesses', headers: ['Retry-After'] },
  500: { name: 'ServerError', description: 'An error of the server' },
  503: { name: 'Unavailable', description: 'The same request works later', headers: ['Retry-After'] },
}

export const sharedResponse = (status: number) => reference('responses', shared[status]?.name ?? '')

export const sharedResponses = Object.fromEntries(
  Object.entries(shared).map(([status, { name, description, headers = [] }]): [string, Response] => [
    name,
    {
      description,
      ...(headers.length > 0 && { headers: headersOf(...headers) }),
      ...(status !== '304' && { content: { 'application/json': { schema: reference('schemas', 'Error') } } }),
    },
  ]),
)

export function headersOf(...names: string[]) {
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]))
}

const text = { type: 'string' }

export const sharedHeaders = {
  ETag: { description: 'The version of the record, or a hash of the response', schema: text },
  Allow: { description: 'The methods of the path', schema: text },
  'WWW-Authenticate': {
    description:
      '`Bearer`, with `error="invalid_token"` or `error="insufficient_scope"` for a token that is refused',
    schema: text,
  },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 0 } },
  'Content-Disposition': { description: 'The name of the file', schema: text },
  'Clear-Site-Data': { description: '`"cache"`, if the session of the request has ended', schema: text },
  Link: { description: 'The next part of a backup, with `rel="next"`', schema: text },
}

export const sharedParameters = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag of the record as you know it. If it has another version by now, the response is a 412',
    schema: text,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An ETag. If nothing has changed since, the response is a 304',
    schema: text,
  },
}

/** The statuses of errors that follow from the access, the path and the input of a call, and its own. */
export function errorStatusesOf(operation: RoutedOperation) {
  const { access, path, method, query, body, file, ifMatch, errors = [] } = operation
  const isPublic = access === 'public' || access === 'shared'
  const statuses = [
    ...(query || body || file ? [400] : []),
    ...(isPublic ? [] : [401, 429]),
    // A token cannot make calls that need a session.
    ...(method !== 'GET' || access === 'admin' || access === 'user' ? [403] : []),
    ...(path.includes('{') ? [404] : []),
    ...(ifMatch ? [412] : []),
    ...(body || file ? [413] : []),
    ...(body ? [415] : []),
    ...errors,
  ]
  // Each call documents an error of the client. A call that has no other one has that of its path.
  if (!statuses.some((status) => status < 500)) statuses.push(405)
  return [...new Set([...statuses, 500, 503])].sort()
}

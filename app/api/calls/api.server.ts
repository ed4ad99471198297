import { consumeQuota } from '~/account/accounts/rate-limit.server'
import { readSession } from '~/account/accounts/sessions.server'
import type { User } from '~/account/users/user'
import { type ReceivedFile, readBody, readFile } from '~/base/http/body.server'
import type { Call } from '~/base/http/context.server'
import {
  type ApiResponse,
  endpoint,
  errorResponse,
  isRead,
  type RoutedCall,
  respondWith,
} from '~/base/http/endpoint.server'
import type { Access } from '~/base/http/operation.server'
import { bearerToken } from '~/base/http/secret.server'
import { bearerChallenge, invalidToken, notLoggedIn, UserError } from '~/base/node/errors'
import type { TokenScope } from '~/integrations/tokens/token'
import { readTokenSession } from '~/integrations/tokens/token-session.server'

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
  return respondWith(result, call, access === 'shared')
}

/** An empty value is the same as none. */
const queryOf = (text: string) =>
  Object.fromEntries([...new URLSearchParams(text)].filter(([, value]) => value !== ''))

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

/** For what only the user may do who is signed in. */
export const refusedToken = () =>
  new UserError(403, 'An API token cannot do this. Sign in with your password.')

export const readOnlyToken = () =>
  new UserError(403, 'This API token can only read', { headers: bearerChallenge('insufficient_scope') })

function methodNotAllowed(methods: Methods) {
  const allowed = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return new UserError(405, 'Method not allowed', { headers: { Allow: allowed.join(', ') } })
}

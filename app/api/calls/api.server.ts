import type { z } from 'zod'
import { assertNotDemo } from '~/account/accounts/accounts.server'
import { consumeQuota } from '~/account/accounts/rate-limit.server'
import { readSession } from '~/account/accounts/sessions.server'
import type { User } from '~/account/users/user'
import { runVia } from '~/base/db/via.server'
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
import type { Access, Method, Operation, Operations } from '~/base/http/operation.server'
import { bearerToken } from '~/base/http/secret.server'
import { bearerChallenge, invalidToken, notLoggedIn, UserError } from '~/base/node/errors'
import type { TokenScope } from '~/integrations/tokens/token'
import { readTokenSession } from '~/integrations/tokens/token-session.server'

/** Who calls, by a session or a token. */
export type Caller = {
  user: User
  hasToken: boolean
  /** The name of the token. */
  tokenName?: string
  /** The scope of the token, of a call that only takes tokens. */
  scope?: TokenScope
}

/** What the client sends. It is parsed when the handler asks for it, so that the handler chooses the order of errors. */
type Input<Query, Body> = {
  query: () => Query
  body: () => Promise<Body>
  /** The body as a file, or the file of a multipart field. */
  file: () => Promise<ReceivedFile>
  /** The query, unparsed and without empty values. */
  parameters: Record<string, string>
  /** `If-Match` */
  expectedVersion: string | null
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : never
type ParameterOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never

/** A call of the operation `O`, with the parameters of its path by name. */
type ApiCall<O, Path> = RoutedCall &
  Input<Parsed<O['query' & keyof O]>, Parsed<O['body' & keyof O]>> &
  Record<ParameterOf<Path>, string> &
  (O extends { access: 'public' | 'shared' } ? unknown : Caller)

type PathOf<Name> = Name extends `${Method} ${infer Path}` ? Path : never
type MethodOf<Name, Path extends string> = Name extends `${infer M extends Method} ${Path}` ? M : never

/** A handler for each method that `Ops` has at the path. */
type Handlers<Ops, Path extends string> = {
  [M in MethodOf<keyof Ops, Path>]: (call: ApiCall<Ops[`${M} ${Path}` & keyof Ops], Path>) => Promise<unknown>
}

type AnyCall = RoutedCall & Input<unknown, unknown> & Partial<Caller>
/** A method, because TypeScript compares the parameters of functions more strictly. */
type AnyHandler = { handle(call: AnyCall): Promise<unknown> }['handle']

type Responder = (call: RoutedCall) => Promise<ApiResponse>
type Endpoint = ReturnType<typeof endpoint>

/**
 * A path of the JSON API: session, method, quota, limits and errors (product 13). Each of its operations has a handler,
 * which returns the body of the response, `accepted(body)`, a `PreparedJson` or a `Download`. A module of `/api/v1`
 * exports this as `loader`, which the API router calls for all methods.
 */
export function api<Ops extends Operations, Path extends PathOf<keyof Ops>>(
  operations: Ops,
  path: Path,
  handlers: Handlers<Ops, Path>,
): Endpoint & { path: string }
export function api(operations: Operations, path: `/${string}`, handlers: Record<string, AnyHandler>) {
  const methods: Record<string, Responder> = {}
  for (const [method, handle] of Object.entries(handlers)) {
    const operation = operations[`${method as Method} ${path}`]
    if (operation) methods[method] = (call) => respond(call, operation, handle)
  }
  return Object.assign(endpointOf(methods), { path })
}

/** A public endpoint outside of the API, which takes POST. Its module exports it as `loader` and `action`. */
export function hook(handle: (call: RoutedCall) => Promise<unknown>) {
  const respond = async (call: RoutedCall) => respondWith(await handle(call), call)
  return endpointOf({ POST: respond })
}

const endpointOf = (methods: Record<string, Responder>) =>
  endpoint(async (call) => {
    const { method } = call.request
    try {
      const respond = methods[method === 'HEAD' ? 'GET' : method]
      if (!respond) throw methodNotAllowed(methods)
      return await respond(call)
    } catch (error) {
      return errorResponse(error, call)
    }
  })

async function respond(call: RoutedCall, operation: Operation, handle: AnyHandler) {
  const { access, refusesDemo, query, body, file } = operation
  const isPublic = access === 'public' || access === 'shared'
  const caller: Partial<Caller> = isPublic ? {} : await authenticate(call, access)
  if (caller.user && refusesDemo) assertNotDemo(caller.user)
  const parameters = parametersOf(call)
  const input = {
    ...call,
    ...call.params,
    ...caller,
    parameters,
    query: () => query?.parse(parameters),
    body: async () => body?.parse(await readBody(call.request, operation.bodyLimit)),
    file: () => readFile(call.request, file?.field ?? '', file?.limit ?? 0),
    expectedVersion: call.request.headers.get('If-Match'),
  }
  const result = await runAs(caller, access, () => handle(input))
  return respondWith(result, call, operation)
}

/** Only assistants call what only takes tokens. */
const runAs = <T>({ tokenName: name }: Partial<Caller>, access: Access, work: () => Promise<T>) =>
  name === undefined ? work() : runVia({ kind: access === 'tokenOnly' ? 'assistant' : 'api', name }, work)

/** An empty value is the same as none. */
function parametersOf({ request: { url } }: Call): Record<string, string> {
  const start = url.indexOf('?')
  if (start < 0) return {}
  return Object.fromEntries([...new URLSearchParams(url.slice(start))].filter(([, value]) => value !== ''))
}

/** A token decides also beside a cookie, so that a request never acts as another user than its token. */
async function authenticate(call: Call, access: Access): Promise<Caller> {
  const token = bearerToken(call.request.headers.get('Authorization'))
  const needsToken = access === 'tokenOnly'
  const session =
    token !== undefined ? await readTokenSession(token) : needsToken ? null : await readSession(call)
  if (!session) throw token === undefined ? notLoggedIn() : invalidToken()
  const { user, apiRequests } = session
  consumeQuota(user._id, apiRequests)
  if (!('scope' in session)) {
    if (access === 'admin' && user.Role !== 'admin') throw new UserError(403, 'Unauthorized access')
    return { user, hasToken: false }
  }
  const { scope, tokenName } = session
  if (needsToken) return { user, hasToken: true, tokenName, scope }
  if (access !== 'token') throw refusedToken()
  if (scope !== 'write' && !isRead(call)) throw readOnlyToken()
  return { user, hasToken: true, tokenName }
}

/** For what only the user may do who is signed in. */
export const refusedToken = () =>
  new UserError(403, 'An API token cannot do this. Sign in with your password.')

export const readOnlyToken = () =>
  new UserError(403, 'This API token can only read', { headers: bearerChallenge('insufficient_scope') })

function methodNotAllowed(methods: object) {
  const allowed = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return new UserError(405, 'Method not allowed', { headers: { Allow: allowed.join(', ') } })
}

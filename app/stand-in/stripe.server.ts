import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import Stripe from 'stripe'
import { type Call, calls } from './calls.server'
import { expanded } from './expand.server'
import { failure, isFailure } from './failure.server'
import { readForm, schemaOf, typed } from './parameters.server'
import type { State } from './state.server'
import { newId, type World } from './world.server'

export const secretKey = 'sk_test_stand_in'

export type Incoming = {
  method: string
  path: string
  query: string
  body: string
  headers: IncomingHttpHeaders
}
export type Outgoing = { status: number; headers: Record<string, string>; body: string }

/** Keys of calls that are not answered yet. */
const underWay = new WeakMap<World, Set<string>>()

/**
 * Answers a call of Stripe's API. The caller says when the answer has gone out; until then its idempotency key is in use.
 */
export function answerStripe(world: World, incoming: Incoming): { outgoing: Outgoing; done: () => void } {
  const request = newId('req')
  const key = incoming.method === 'POST' ? headerOf(incoming, 'idempotency-key') : undefined
  const inUse = underWay.get(world) ?? new Set()
  underWay.set(world, inUse)
  try {
    authorize(incoming)
    if (key && inUse.has(key)) throw keyInUse()
    if (key) inUse.add(key)
    const done = () => void (key && inUse.delete(key))
    return { outgoing: answer(world, incoming, request, key), done }
  } catch (error) {
    return { outgoing: refused(error, request), done: () => {} }
  }
}

const headerOf = ({ headers }: Incoming, name: string) => headers[name]?.toString()

const keyInUse = () =>
  failure(409, 'There is currently another in-progress request using this Idempotent Key.', {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use' as never,
  })

function authorize(incoming: Incoming) {
  const [scheme, token = ''] = (headerOf(incoming, 'authorization') ?? '').split(' ')
  const key = scheme === 'Basic' ? Buffer.from(token, 'base64').toString().split(':')[0] : token
  if (!key) throw failure(401, 'You did not provide an API key.')
  if (/^[sr]k_live_/.test(key)) throw failure(401, 'This is the stand-in: it never takes a live key.')
  if (key !== secretKey) throw failure(401, `Invalid API Key provided: ${key.slice(0, 8)}***`)
  const version = headerOf(incoming, 'stripe-version')
  if (version && version !== Stripe.API_VERSION) throw failure(400, `Invalid Stripe API version: ${version}`)
}

function answer(world: World, incoming: Incoming, request: string, key: string | undefined): Outgoing {
  try {
    const { found, id, given } = understand(incoming)
    return key
      ? once(world, { key, request, incoming, given }, () => perform(world, found, given, id, request, key))
      : perform(world, found, given, id, request)
  } catch (error) {
    return refused(error, request)
  }
}

function understand({ method, path, query, body }: Incoming) {
  const found = calls.find((known) => known.method === method && known.path.test(path))
  if (!found) {
    throw failure(404, `Unrecognized request URL (${method}: ${path}). The stand-in does not play it.`)
  }
  const form = readForm(method === 'POST' ? body : query)
  return {
    found,
    id: found.path.exec(path)?.[1] ?? '',
    given: typed(schemaOf(found.schema), form) as { expand?: string[] },
  }
}

/** The same key and parameters get the same answer for a day; what was refused as malformed has not begun. */
function once(
  { state }: World,
  { key, request, incoming, given }: { key: string; request: string; incoming: Incoming; given: object },
  act: () => Outgoing,
): Outgoing {
  forgetOld(state)
  const parameters = digest([incoming.method, incoming.path, given])
  const held = state.answers.get(key)
  if (held && held.parameters !== parameters) throw otherParameters(key)
  if (held) {
    const headers = {
      ...headersOf(held.request, key),
      'Idempotent-Replayed': 'true',
      'Original-Request': held.request,
    }
    return { status: held.status, headers, body: held.body }
  }
  const outgoing = act()
  state.answers.set(key, {
    status: outgoing.status,
    body: outgoing.body,
    parameters,
    request,
    at: Date.now(),
  })
  return outgoing
}

const mostAnswers = 10_000

function forgetOld({ answers }: State) {
  for (const [key, { at }] of answers) {
    if (at > Date.now() - 86_400_000 && answers.size < mostAnswers) return
    answers.delete(key)
  }
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

const otherParameters = (key: string) =>
  failure(
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  )

function perform(
  world: World,
  { answer, method }: Call,
  given: { expand?: string[] },
  id: string,
  request: string,
  key?: string,
) {
  world.request = { id: request, idempotency_key: key ?? null }
  try {
    const object = answer(world, given as never, id)
    const body = JSON.stringify(expanded(world, object, given.expand ?? []), null, 2)
    return { status: 200, headers: headersOf(request, key), body }
  } catch (error) {
    return refused(error, request, key)
  } finally {
    delete world.request
    if (method !== 'GET') world.changed()
  }
}

const headersOf = (request: string, key?: string): Record<string, string> => ({
  'Content-Type': 'application/json',
  'Request-Id': request,
  'Stripe-Version': Stripe.API_VERSION,
  ...(key && { 'Idempotency-Key': key }),
})

function refused(error: unknown, request: string, key?: string): Outgoing {
  if (!isFailure(error)) throw error
  const body = JSON.stringify({ error: error.error }, null, 2)
  return { status: error.status, headers: headersOf(request, key), body }
}

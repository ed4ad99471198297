import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import { EmulatorError } from './errors.server'
import type { Request, Response } from './loopback.server'
import { newId } from './objects/ids.server'
import { coerce, readForm, schemaOf } from './parameters.server'
import type { Emulator, State, StoredResponse } from './state.server'
import { type Call, calls } from './stripe-calls.server'

export const secretKey = 'sk_test_emulator'

/** Responds to a call of Stripe's API. */
export function respondAsStripe(emulator: Emulator, request: Request): Response {
  const id = newId('req')
  try {
    authorize(request)
    const { call, objectId, params } = parse(request)
    const key = request.method === 'POST' ? request.headers['idempotency-key']?.toString() : undefined
    const perform = () => run(emulator, call, params, objectId)
    return responseTo(
      id,
      key ? runIdempotent(emulator.state, request, { key, id, params }, perform) : perform(),
    )
  } catch (error) {
    return responseTo(id, errorOutcome(error))
  }
}

type Outcome = Pick<StoredResponse, 'status' | 'body'> & { replayed?: string }

function responseTo(id: string, { status, body, replayed }: Outcome): Response {
  const headers = {
    'Request-Id': replayed ?? id,
    'Stripe-Version': Stripe.API_VERSION,
    ...(replayed && { 'Idempotent-Replayed': 'true', 'Original-Request': replayed }),
  }
  return { status, headers, body }
}

function authorize({ headers }: Request) {
  const key = headers.authorization?.split(' ')[1]
  if (!key) throw new EmulatorError(401, 'You did not provide an API key.')
  if (/^[sr]k_live_/.test(key)) throw new EmulatorError(401, 'The emulator never takes a live key.')
  if (key !== secretKey) throw new EmulatorError(401, 'Invalid API Key provided')
  const version = headers['stripe-version']
  if (version && version !== Stripe.API_VERSION)
    throw new EmulatorError(400, `Invalid Stripe API version: ${version}`)
}

function parse({ method, path, query, body }: Request) {
  const call = calls.find((candidate) => candidate.method === method && candidate.path.test(path))
  if (!call) throw new EmulatorError(404, `The emulator does not support this call: ${method} ${path}`)
  const params = coerce(schemaOf(call.schema), readForm(method === 'POST' ? body : query))
  return { call, objectId: call.path.exec(path)?.[1] ?? '', params }
}

function run(emulator: Emulator, { handle }: Call, params: unknown, id: string): Outcome {
  try {
    return { status: 200, body: JSON.stringify(handle(emulator, params as never, id), null, 2) }
  } catch (error) {
    return errorOutcome(error)
  }
}

function errorOutcome(error: unknown): Outcome {
  if (!(error instanceof EmulatorError)) throw error
  return { status: error.status, body: JSON.stringify({ error: error.error }, null, 2) }
}

type KeyedRequest = { key: string; id: string; params: unknown }

/** A repeated key gets the first response again, even an error. A malformed request does not use its key. */
function runIdempotent(
  { responses }: State,
  { method, path }: Request,
  { key, id, params }: KeyedRequest,
  perform: () => Outcome,
): Outcome {
  deleteOldResponses(responses)
  const digest = createHash('sha256')
    .update(JSON.stringify([method, path, params]))
    .digest('hex')
  const stored = responses.get(key)
  if (stored && stored.digest !== digest) {
    const message = 'Keys for idempotent requests can only be used with the same parameters.'
    throw new EmulatorError(400, message, { type: 'idempotency_error' })
  }
  if (stored) return { ...stored, replayed: stored.request }
  const outcome = perform()
  responses.set(key, { ...outcome, digest, request: id, at: Date.now() })
  return outcome
}

const maxResponses = 10_000
const day = 86_400_000

function deleteOldResponses(responses: State['responses']) {
  for (const [key, { at }] of responses) {
    if (at > Date.now() - day && responses.size < maxResponses) return
    responses.delete(key)
  }
}

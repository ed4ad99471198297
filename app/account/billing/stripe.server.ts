import Stripe from 'stripe'
import { sha256 } from '~/base/http/secret.server'
import { env } from '~/base/node/env.server'
import { UserError } from '~/base/node/errors'
import { log } from '~/base/node/log.server'
import { withTimeout } from '~/base/node/timeout.server'
import { validateResponse } from './stripe-schemas.server'

export type Connection = { key: string; webhookSecret: string; priceId: string; base?: string | undefined }

/** Timeouts in milliseconds: of one call to Stripe, and of a response to a user, which may need several calls. */
const callTimeout = 3_500
const responseTimeout = 3_800

let current = connect(connectionFromEnv())

function connectionFromEnv(): Connection | null {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_ID, STRIPE_API_BASE: base } = env
  if (!key || !STRIPE_WEBHOOK_SECRET || !STRIPE_PRICE_ID) return null
  return { key, webhookSecret: STRIPE_WEBHOOK_SECRET, priceId: STRIPE_PRICE_ID, base }
}

function connect(connection: Connection | null) {
  return connection && { ...connection, client: createClient(connection) }
}

function createClient({ key, base }: Connection) {
  const { hostname, port, protocol } = new URL(base ?? 'https://api.stripe.com')
  return new Stripe(key, {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    timeout: callTimeout,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: validatingHttpClient(),
  })
}

/**
 * stripe-node does not validate responses and has no timeout for bodies. If a body is a JSON string instead of an
 * object, stripe-node throws outside of its promise, so that the caller cannot catch the error.
 */
function validatingHttpClient() {
  const http = Stripe.createNodeHttpClient()
  const makeRequest = http.makeRequest.bind(http)
  http.makeRequest = async (...request) => {
    const response = await makeRequest(...request)
    const toJSON = response.toJSON.bind(response)
    const [, , path, method] = request
    response.toJSON = async () => {
      const body = await withTimeout(callTimeout, toJSON(), timedOut)
      return validateResponse(method, path, response.getStatusCode(), body)
    }
    return response
  }
  return http
}

/** Replaces the connection that the environment configures; null removes it. */
export function connectStripe(to: Connection | null) {
  current = connect(to)
}

/** Returns the client and its configuration; throws without keys. */
export function stripe() {
  if (!current) throw new Error('There are no Stripe keys')
  return current
}

export const isStripeConfigured = () => current !== null

/**
 * Calls `create` with an idempotency key made from `parts`. Stripe rejects a key that was used with other parameters,
 * so `parts` must include the parameters. For a day, Stripe also replays failed responses. A call whose failure was
 * replayed is retried with another key.
 */
export async function withIdempotencyKey<T>(
  parts: unknown[],
  create: (options: { idempotencyKey: string }) => Promise<T>,
): Promise<T> {
  try {
    return await create({ idempotencyKey: sha256(JSON.stringify(parts)) })
  } catch (error) {
    const failedRequest = replayedRequest(error)
    if (!failedRequest) throw error
    return withIdempotencyKey([...parts, failedRequest], create)
  }
}

function replayedRequest(error: unknown) {
  if (!(error instanceof Stripe.errors.StripeError)) return undefined
  return error.headers?.['idempotent-replayed'] === 'true' && error.headers['original-request']
}

/** Runs calls while a user waits. If they fail or take too long, the user gets 503 with the message `failure`. */
export async function withDeadline<T>(failure: string, work: (deadline: number) => Promise<T>): Promise<T> {
  try {
    return await withTimeout(responseTimeout, work(Date.now() + responseTimeout), timedOut)
  } catch (error) {
    if (error instanceof UserError) throw error
    log.error(errorFields(error), failure)
    throw new UserError(503, failure, { headers: { 'Retry-After': '30' } })
  }
}

/** Call this before a change at Stripe: after `deadline`, the user has already received an error. */
export function assertBefore(deadline: number) {
  if (Date.now() > deadline) throw new Error('The deadline has passed')
}

export const timedOut = () => new Error('Stripe did not respond in time')

/** The fields of an error that are safe to log. Stripe's errors contain request parameters, even in their messages. */
export function errorFields(error: unknown) {
  if (!(error instanceof Stripe.errors.StripeError)) return { err: error }
  const { type, code, param, statusCode, requestId } = error
  return { stripe: { type, code, param, statusCode, requestId } }
}

/** Stripe refused the request itself, so a retry would fail too. */
export const isInvalidRequest = (error: unknown) => error instanceof Stripe.errors.StripeInvalidRequestError

export const isDeclined = (error: unknown) => error instanceof Stripe.errors.StripeCardError

export const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'

/** For `catch`: undefined for an object that does not exist, for example because the keys belong to another account. */
export function undefinedIfMissing(error: unknown) {
  if (isMissing(error)) return undefined
  throw error
}

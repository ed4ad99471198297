import Stripe from 'stripe'
import { hashToken } from '~/accounts/sessions.server'
import { env } from '~/http/env.server'
import { UserError } from '~/http/errors'
import { log } from '~/http/log.server'
import { asAnswer } from './stripe-input.server'

export type Connection = { key: string; webhookSecret: string; priceId: string; base?: string | undefined }

/** Of a call; what a person waits for is answered within `answerWithin`, whatever becomes of its calls. */
const callTimeout = 3_500
const answerWithin = 4_000

let connection = ofEnv()
let client = connection && clientFor(connection)

function ofEnv(): Connection | null {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_ID, STRIPE_API_BASE: base } = env
  if (!key || !STRIPE_WEBHOOK_SECRET || !STRIPE_PRICE_ID) return null
  return { key, webhookSecret: STRIPE_WEBHOOK_SECRET, priceId: STRIPE_PRICE_ID, base }
}

function clientFor({ key, base }: Connection) {
  const { hostname, port, protocol } = new URL(base ?? 'https://api.stripe.com')
  return new Stripe(key, {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    timeout: callTimeout,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: carefulHttp(),
  })
}

/** The package takes any JSON for an answer, waits for one that drips in, and brings the process down when it is a text. */
function carefulHttp() {
  const http = Stripe.createNodeHttpClient()
  const ask = http.makeRequest.bind(http)
  http.makeRequest = async (...call) => {
    const response = await ask(...call)
    const read = response.toJSON.bind(response)
    const [, , path, method] = call
    response.toJSON = async () =>
      asAnswer(method, path, response.getStatusCode(), await within(callTimeout, read()))
    return response
  }
  return http
}

/** To other than the environment's, or to none. */
export function connectStripe(to: Connection | null) {
  connection = to
  client = to && clientFor(to)
}

/** The client, and what belongs to it; throws where there are no keys. */
export function stripe() {
  if (!client || !connection) throw new Error('There are no Stripe keys')
  return { client, ...connection }
}

export const isConnected = () => client !== null

type Keyed = { idempotencyKey: string }

/**
 * Makes something once, however often it is asked for: the key says what is made and from what, for Stripe refuses a known key with
 * other parameters. Failures are kept by it too, for a day; what failed then is asked for by another key.
 */
export async function once<T>(about: unknown[], make: (options: Keyed) => Promise<T>): Promise<T> {
  try {
    return await make({ idempotencyKey: hashToken(JSON.stringify(about)) })
  } catch (error) {
    const failed = replayedBy(error)
    if (!failed) throw error
    return once([...about, failed], make)
  }
}

function replayedBy(error: unknown) {
  if (!(error instanceof Stripe.errors.StripeError)) return undefined
  return error.headers?.['idempotent-replayed'] === 'true' && error.headers['original-request']
}

/** What is asked of Stripe while a person waits: in time, and with the product's text when it fails; `work` is told by when. */
export async function answered<T>(failure: string, work: (deadline: number) => Promise<T>): Promise<T> {
  try {
    return await within(answerWithin, work(Date.now() + answerWithin))
  } catch (error) {
    if (error instanceof UserError) throw error
    log.error(described(error), failure)
    throw new UserError(503, failure, { headers: { 'Retry-After': '30' } })
  }
}

/** Nothing is begun afterwards that somebody was told has failed. */
export function inTime(deadline: number) {
  if (Date.now() > deadline) throw new Error('Whoever asked for it has been told that it failed')
}

/** What `work` comes to, if it comes in time; it goes on if not. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Stripe did not answer in time')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** For the log. Stripe's errors hold the request's parameters, and their messages may quote them. */
export function described(error: unknown) {
  if (!(error instanceof Stripe.errors.StripeError)) return { err: error }
  const { type, code, param, statusCode, requestId } = error
  return { stripe: { type, code, param, statusCode, requestId } }
}

/** Stripe is there, and does not want to. */
export const isRefused = (error: unknown) => error instanceof Stripe.errors.StripeInvalidRequestError

export const isDeclined = (error: unknown) => error instanceof Stripe.errors.StripeCardError

export const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'

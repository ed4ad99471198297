import { type ErrorRequestHandler, type RequestHandler, type Response, Router, urlencoded } from 'express'
import Stripe from 'stripe'
import { runDueTasks } from './clock.server'
import { newId } from './objects.server'
import { type Emulator, EmulatorError, type State, type StoredResponse, saveState } from './state.server'
import { calls, parseParams } from './stripe-calls.server'

export const secretKey = 'sk_test_emulator'

export function stripeRouter(emulator: Emulator) {
  const router = Router()
  router.use(authorize, urlencoded({ extended: true }), (_request, _response, next) => {
    runDueTasks(emulator)
    next()
  })
  for (const { method, path, schema, handle } of calls) {
    router[method](path, ({ originalUrl, params: { id = '' }, query, body, headers }, response) => {
      const params = parseParams(schema, method === 'get' ? query : body)
      const run = () => outcomeOf(() => handle(emulator, params, id))
      if (method === 'get') return send(response, run())
      const key = headers['idempotency-key']?.toString()
      const input = JSON.stringify([originalUrl, params])
      const outcome = key ? runOnce(emulator.state, key, input, run) : run()
      saveState(emulator)
      send(response, outcome)
    })
  }
  return router.use(refuseCall, sendError)
}

const authorize: RequestHandler = ({ headers }, _response, next) => {
  const key = headers.authorization?.split(' ')[1]
  if (!key) throw new EmulatorError(401, 'You did not provide an API key.')
  if (/^[sr]k_live_/.test(key)) throw new EmulatorError(401, 'The emulator never takes a live key.')
  if (key !== secretKey) throw new EmulatorError(401, 'Invalid API Key provided')
  const version = headers['stripe-version']
  if (version && version !== Stripe.API_VERSION)
    throw new EmulatorError(400, `Invalid Stripe API version: ${version}`)
  next()
}

const refuseCall: RequestHandler = ({ method, originalUrl }) => {
  throw new EmulatorError(404, `The emulator does not support this call: ${method} ${originalUrl}`)
}

const sendError: ErrorRequestHandler = (error, _request, response, next) =>
  error instanceof EmulatorError ? send(response, failed(error)) : next(error)

type Outcome = Pick<StoredResponse, 'status' | 'body' | 'requestId'> & { isReplayed?: boolean }

function outcomeOf(handle: () => object): Outcome {
  try {
    return { status: 200, body: JSON.stringify(handle(), null, 2), requestId: newId('req') }
  } catch (error) {
    if (error instanceof EmulatorError) return failed(error)
    throw error
  }
}

function failed({ status, error }: EmulatorError): Outcome {
  return { status, body: JSON.stringify({ error }, null, 2), requestId: newId('req') }
}

function send(response: Response, { status, body, requestId, isReplayed }: Outcome) {
  response.set({ 'Request-Id': requestId, 'Stripe-Version': Stripe.API_VERSION })
  if (isReplayed) response.set({ 'Idempotent-Replayed': 'true', 'Original-Request': requestId })
  response.status(status).type('json').send(body)
}

const day = 86_400_000

/** For a day, a repeated key gets the first response again, even an error. A malformed request uses up no key. */
function runOnce({ responses }: State, key: string, input: string, run: () => Outcome): Outcome {
  for (const [old, { at }] of responses) if (at < Date.now() - day) responses.delete(old)
  const stored = responses.get(key)
  if (stored && stored.input !== input) {
    const message = 'Keys for idempotent requests can only be used with the same parameters.'
    throw new EmulatorError(400, message, { type: 'idempotency_error' })
  }
  if (stored) return { ...stored, isReplayed: true }
  const outcome = run()
  responses.set(key, { ...outcome, input, at: Date.now() })
  return outcome
}

import { type RequestHandler, Router, urlencoded } from 'express'
import { checkoutHandler } from './checkout.server'
import { runDueTasks } from './clock.server'
import { commandRouter } from './commands.server'
import { serveOnLoopback } from './loopback.server'
import { priceId } from './objects.server'
import { type Emulator, now, type Options, readState, saveState } from './state.server'
import { secretKey, stripeRouter } from './stripe-api.server'
import { enqueue } from './webhooks.server'

export { addSample } from './samples.server'

/** The secret key and the price that the app uses with the emulator. */
export const emulatorKeys = { secretKey, priceId }

/** Starts the Stripe emulator on loopback. docs/emulators.md describes the supported API and the commands. */
export async function startStripeEmulator(options: Options) {
  const emulator: Emulator = {
    options,
    state: readState(options.file),
    url: '',
    queue: { waiting: [], sending: new Set(), onSent: new Set(), isStopped: false },
  }
  const router = Router()
  router.use('/v1', delay(emulator), stripeRouter(emulator))
  router.use(requireSameOrigin(emulator))
  router.all('/checkout/:id', urlencoded({ extended: true }), checkoutHandler(emulator))
  router.use('/emulator', commandRouter(emulator))
  const server = await serveOnLoopback([router], emulator.state.port)
  emulator.url = server.url
  emulator.state.port = Number(new URL(server.url).port)
  resume(emulator)
  const timer = setInterval(() => runDueTasks(emulator), 1_000).unref()

  async function stop() {
    clearInterval(timer)
    emulator.queue.isStopped = true
    await server.stop()
    saveState(emulator)
  }
  return Object.assign(emulator, { stop })
}

/** Continues with the stored state. Open checkout sessions get URLs with the port, which may be another one. */
function resume(emulator: Emulator) {
  const { state, options, url } = emulator
  if (state.offset > 0) options.onClock?.(Date.now() + state.offset)
  state.doneUntil ||= now(emulator)
  for (const session of state.sessions.values()) {
    if (session.url) session.url = `${url}/checkout/${session.id}`
  }
  enqueue(emulator, ...state.deliveries.values())
  runDueTasks(emulator)
  saveState(emulator)
}

const delay =
  ({ state }: Emulator): RequestHandler =>
  (_request, _response, next) =>
    state.latency > 0 ? void setTimeout(next, state.latency).unref() : next()

/** Refuses commands and payments from a page of another origin. */
function requireSameOrigin(emulator: Emulator): RequestHandler {
  return ({ method, headers: { origin, 'sec-fetch-site': site } }, response, next) => {
    const isSame = origin === undefined || origin === emulator.url || site === 'same-origin'
    if (method === 'GET' || isSame) next()
    else response.status(403).json({})
  }
}

import { respondAsCheckout } from './checkout-page.server'
import { catchUp } from './clock.server'
import { commandPage } from './command-page.server'
import { runCommand, stateSummary } from './commands.server'
import { type Request, type Response, serveOnLoopback } from './loopback.server'
import { priceId } from './objects/subscription.server'
import { redirect, respondWithPage } from './pages.server'
import { type Emulator, now, type Options, readState, saveState } from './state.server'
import { respondAsStripe, secretKey } from './stripe-api.server'
import { enqueue } from './webhooks.server'

/** The secret key and the price that the app uses with the emulator. */
export const emulatorKeys = { secretKey, priceId }

/** Starts the Stripe emulator on loopback. docs/emulators.md describes the supported API and the commands. */
export async function startStripeEmulator(options: Options) {
  const emulator: Emulator = {
    options,
    state: readState(options.file),
    url: '',
    queue: { waiting: [], sending: 0, onIdle: [], isStopped: false },
  }
  const server = await serveOnLoopback((request) => respond(emulator, request))
  emulator.url = server.url
  resume(emulator)
  const timer = setInterval(() => catchUp(emulator), 1_000).unref()

  async function stop() {
    clearInterval(timer)
    emulator.queue.isStopped = true
    await server.stop()
    saveState(emulator)
  }
  return Object.assign(emulator, { stop })
}

/** Continues with the stored state. Open checkout sessions get URLs with the new port. */
function resume(emulator: Emulator) {
  const { state, options, url } = emulator
  if (state.offset > 0) options.onClock?.(Date.now() + state.offset)
  state.doneUntil ||= now(emulator)
  for (const session of state.sessions.values()) {
    if (session.url) session.url = `${url}/checkout/${session.id}`
  }
  enqueue(emulator, ...state.deliveries.values())
  catchUp(emulator)
}

async function respond(emulator: Emulator, request: Request): Promise<Response> {
  const response = await route(emulator, request)
  if (request.method !== 'GET') saveState(emulator)
  return response
}

function route(emulator: Emulator, request: Request): Response | Promise<Response> {
  const { method, path, body, headers } = request
  if (path.startsWith('/v1/')) {
    catchUp(emulator)
    return respondAsStripe(emulator, request)
  }
  if (isCrossOrigin(emulator, request)) return { status: 403, body: '{}' }
  if (path.startsWith('/checkout/')) return respondAsCheckout(emulator, request)
  if (method === 'POST') return runFromPage(runCommand(emulator, path, body), headers.accept)
  if (path === '/emulator') return respondWithPage(commandPage(emulator))
  if (path === '/emulator/state') return { status: 200, body: JSON.stringify(stateSummary(emulator)) }
  return { status: 404, body: '{}' }
}

async function runFromPage(running: Promise<Response>, accept = '') {
  const response = await running
  return accept.includes('text/html') && response.status === 200 ? redirect('/emulator') : response
}

/** Whether a page of another origin sent the request. Such pages must not send commands. */
function isCrossOrigin({ url }: Emulator, { method, headers }: Request) {
  if (method === 'GET' || headers.origin === undefined) return false
  return headers.origin !== url && headers['sec-fetch-site'] !== 'same-origin'
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerCheckout, leadTo, pageHeaders } from './checkout-pages.server'
import { catchUp } from './clock.server'
import { answerControl, summary } from './control.server'
import { enqueue } from './deliveries.server'
import { answerFaultily, noFaults, send, takeFault } from './faults.server'
import { answerPostmark, mailToken } from './mails.server'
import { price, setPrice } from './objects.server'
import { standInPage } from './pages.server'
import { keeper, readState, type Session } from './state.server'
import { answerStripe, secretKey } from './stripe.server'
import { noDeliveries, now, type Options, type World } from './world.server'

/** What the app is told in place of keys of its own. */
export const standInKeys = { secretKey, priceId: price.id, mailToken }

const mostBytes = 50_000_000

/**
 * Starts the stand-in for Stripe and Postmark on loopback. `docs/stand-in.md` says what it plays and how it is commanded.
 */
export async function startStandIn(options: Options) {
  setPrice(options.price)
  const state = readState(options.file)
  const kept = keeper(state, options.file)
  const world: World = {
    options: { ...options },
    state,
    deliveries: noDeliveries(),
    faults: noFaults(),
    url: '',
    changed: kept.changed,
    write: kept.write,
  }
  const server = createServer((request, response) => void answer(world, request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: options.port ?? 0, host: '127.0.0.1' }, resolve)
  })
  world.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  begin(world)
  const ticking = setInterval(() => catchUp(world), 1_000).unref()

  async function stop() {
    clearInterval(ticking)
    world.deliveries.isStopped = true
    for (const timer of world.deliveries.timers) clearTimeout(timer)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    kept.close()
  }
  return { url: world.url, stop }
}

/** Takes up what the last run left. */
function begin(world: World) {
  const { state, options } = world
  if (state.ahead > 0) options.onClock?.(Date.now() + state.ahead)
  state.doneUntil ||= now(world)
  for (const session of state.sessions.rows.values()) moveHere(world, session)
  enqueue(world, ...state.deliveries.values())
  catchUp(world)
}

/** The page of a checkout that was opened by an earlier run, at another port. */
function moveHere({ url }: World, session: Session) {
  if (session.url) session.url = `${url}/checkout/${session.id}`
}

async function answer(world: World, request: IncomingMessage, response: ServerResponse) {
  try {
    if (!isLocal(request.headers.host)) return send(response, { status: 403, body: '{}' })
    const { pathname, search } = new URL(request.url ?? '/', world.url)
    const body = await read(request)
    await route(world, request, response, { path: pathname, query: search.slice(1), body })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (response.headersSent) response.destroy()
    else send(response, { status: 500, body: JSON.stringify({ error: { type: 'api_error', message } }) })
  }
}

/** A page of another site may not reach it by a name of its own. */
const isLocal = (host = '') => /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host)

async function read(request: IncomingMessage) {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request) {
    length += part.length
    if (length > mostBytes) throw new Error('The body is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

type Called = { path: string; query: string; body: string }

async function route(world: World, request: IncomingMessage, response: ServerResponse, called: Called) {
  const { path } = called
  if (path.startsWith('/v1/')) return stripe(world, request, response, called)
  if (/^\/(email|messages)\//.test(path)) return postmark(world, request, response, called)
  if (isForeign(world, request)) return send(response, { status: 403, body: '{}' })
  if (path.startsWith('/checkout/')) {
    const page = answerCheckout(world, request.method ?? '', called)
    world.write()
    return send(response, page)
  }
  if (path === '/stand-in')
    return send(response, { status: 200, headers: pageHeaders, body: standInPage(world) })
  if (path === '/stand-in/state') return send(response, { status: 200, body: JSON.stringify(summary(world)) })
  if (request.method !== 'POST') return send(response, { status: 404, body: '{}' })
  const { status, body } = await answerControl(world, path, called.body)
  world.write()
  const isFromPage = request.headers.accept?.includes('text/html') && status === 200
  send(response, isFromPage ? leadTo('/stand-in') : { status, body: JSON.stringify(body) })
}

/** Another site's page may not command it. */
function isForeign({ url }: World, { method, headers }: IncomingMessage) {
  if (method === 'GET' || headers.origin === undefined) return false
  return headers.origin !== url && headers['sec-fetch-site'] !== 'same-origin'
}

async function stripe(world: World, request: IncomingMessage, response: ServerResponse, called: Called) {
  let done = () => {}
  await answerFaultily(takeFault(world.faults, 'stripe'), response, () => {
    catchUp(world)
    const answered = answerStripe(world, {
      ...called,
      method: request.method ?? '',
      headers: request.headers,
    })
    done = answered.done
    world.write()
    return answered.outgoing
  })
  done()
}

async function postmark(world: World, request: IncomingMessage, response: ServerResponse, called: Called) {
  const token = request.headers['x-postmark-server-token']?.toString()
  await answerFaultily(takeFault(world.faults, 'postmark'), response, () => {
    const method = request.method ?? ''
    const { status, body } = answerPostmark(world, { ...called, method, ...(token && { token }) })
    world.write()
    return { status, body: JSON.stringify(body) }
  })
}

import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Forwarded = { status: number; headers?: Record<string, string>; body: string }
/** Handles a request; `forward` sends it to the service and returns the service's response. */
type Handler = (response: ServerResponse, forward: () => Promise<Forwarded>) => unknown

function send(response: ServerResponse, { status, headers, body }: Forwarded) {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body)
}

const respondWith =
  (status: number, body: string, type = 'application/json'): Handler =>
  (response) =>
    send(response, { status, headers: { 'Content-Type': type }, body })

/** The service processes the request, and the proxy sends half of its response. */
const halfBody =
  (then: (response: ServerResponse) => void): Handler =>
  async (response, forward) => {
    const { body } = await forward()
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    response.write(body.slice(0, body.length / 2), () => then(response))
  }

/** The service processes the request, and the proxy sends the response `ms` later. */
function slow(ms: number): Handler {
  return async (response, forward) => {
    const forwarded = await forward()
    setTimeout(() => send(response, forwarded), ms)
  }
}

/** A space each second: the connection is never idle, and the response never complete. */
function drip(response: ServerResponse) {
  const dripping = setInterval(() => response.write(' '), 1_000)
  response.once('close', () => clearInterval(dripping))
}

/** Reduces a Stripe object to its field `object`. */
const stripped: Handler = async (response, forward) => {
  const forwarded = await forward()
  const whole = JSON.parse(forwarded.body)
  const bare = ({ object }: { object: string }) => ({ object })
  const body = whole.data ? { ...whole, data: whole.data.map(bare) } : bare(whole)
  send(response, { ...forwarded, body: JSON.stringify(body) })
}

const list = (...data: object[]) => ({ object: 'list', data, has_more: false })
const limited = '{"error":{"type":"invalid_request_error","code":"rate_limit","message":"Too many requests"}}'
const failed = '{"error":{"type":"api_error","message":"An unknown error occurred"}}'
const page = '<!doctype html><title>Another page</title>'

export const faults = {
  'no response, not processed': () => {},
  'no response, processed': (_response, forward) => forward(),
  'slow by 2.5 s a call': slow(2_500),
  'connection reset before processing': (response) => response.socket?.resetAndDestroy(),
  'connection reset after processing': async (response, forward) => {
    await forward()
    response.socket?.resetAndDestroy()
  },
  'connection reset within the body': halfBody((response) => response.socket?.resetAndDestroy()),
  'body stalled': halfBody(() => {}),
  'body one byte a second': halfBody(drip),
  'an HTML page': respondWith(200, page, 'text/html'),
  'an HTML page with status 502': respondWith(502, page, 'text/html'),
  nothing: respondWith(200, ''),
  null: respondWith(200, 'null'),
  'a text': respondWith(200, '"yes"'),
  'a number': respondWith(200, '42'),
  'a list': respondWith(200, '[]'),
  'an empty object': respondWith(200, '{}'),
  'a list of lists': respondWith(200, JSON.stringify(list(list()))),
  'an object without its fields': stripped,
  'an error 500': respondWith(500, failed),
  'a 500 that names no error': respondWith(500, '{}'),
  'a 429': respondWith(429, limited),
  'a 429 that names no error': respondWith(429, '{"message":"slow down"}'),
} satisfies Record<string, Handler>

export type Fault = keyof typeof faults | 'refused'

/** Forwards requests to an emulator, until a fault is set. */
export async function startFaultyProxy(target: string) {
  let server: Server
  let handler: Handler | undefined
  /** Requests that the fault still applies to. */
  let left = Number.POSITIVE_INFINITY

  async function listen(port = 0) {
    server = createServer(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      const body = Buffer.concat(parts).toString()
      const forward = () => forwardRequest(request.method ?? '', request.url ?? '', request.headers, body)
      if (!handler) return send(response, await forward())
      const handle = handler
      left -= 1
      if (left === 0) handler = undefined
      handle(response, forward)
    })
    server.listen(port, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    return (server.address() as AddressInfo).port
  }

  async function forwardRequest(
    method: string,
    path: string,
    given: object,
    body: string,
  ): Promise<Forwarded> {
    const { host, connection, 'content-length': _length, ...headers } = given as Record<string, string>
    const response = await fetch(target + path, { method, headers, ...(method === 'POST' && { body }) })
    const {
      connection: _close,
      'transfer-encoding': _chunked,
      'content-length': _sameLength,
      ...received
    } = Object.fromEntries(response.headers)
    return { status: response.status, headers: received, body: await response.text() }
  }

  const port = await listen()
  async function close() {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return {
    url: `http://127.0.0.1:${port}`,
    fail: async (fault: Fault | Handler, times = Number.POSITIVE_INFINITY) => {
      left = times
      if (fault === 'refused') await close()
      else handler = typeof fault === 'string' ? faults[fault] : fault
    },
    /** Whether the fault has been applied to all of its requests. */
    isOver: () => handler === undefined,
    /** Ends the fault. */
    repair: async () => {
      handler = undefined
      if (!server.listening) await listen(port)
    },
    close,
  }
}

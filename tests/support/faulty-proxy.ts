import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = { status: number; headers?: Record<string, string>; body: string }
/** What becomes of a call: `ask` forwards it to the service and returns the response. */
type Spoil = (response: ServerResponse, ask: () => Promise<Answer>) => unknown

function send(response: ServerResponse, { status, headers, body }: Answer) {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body)
}

const says =
  (status: number, body: string, type = 'application/json'): Spoil =>
  (response) =>
    send(response, { status, headers: { 'Content-Type': type }, body })

/** The service does it, and half of its response comes through. */
const half =
  (then: (response: ServerResponse) => void): Spoil =>
  async (response, ask) => {
    const { body } = await ask()
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    response.write(body.slice(0, body.length / 2), () => then(response))
  }

/** The service does it, and the response comes `ms` later. */
export function slow(ms: number): Spoil {
  return async (response, ask) => {
    const answer = await ask()
    setTimeout(() => send(response, answer), ms)
  }
}

/** A space each second: the line is never idle, and the answer never whole. */
function drip(response: ServerResponse) {
  const dripping = setInterval(() => response.write(' '), 1_000)
  response.once('close', () => clearInterval(dripping))
}

/** An answer of the right kind that holds nothing else. */
const stripped: Spoil = async (response, ask) => {
  const answer = await ask()
  const whole = JSON.parse(answer.body)
  const bare = ({ object }: { object: string }) => ({ object })
  const body = whole.data ? { ...whole, data: whole.data.map(bare) } : bare(whole)
  send(response, { ...answer, body: JSON.stringify(body) })
}

const list = (...data: object[]) => ({ object: 'list', data, has_more: false })
const limited = '{"error":{"type":"invalid_request_error","code":"rate_limit","message":"Too many requests"}}'
const failed = '{"error":{"type":"api_error","message":"An unknown error occurred"}}'
const page = '<!doctype html><title>Not what you asked for</title>'

export const spoils = {
  'silent, and does nothing': () => {},
  'silent, and does it': (_response, ask) => ask(),
  'slow by 2.5 s a call': slow(2_500),
  'cut before it answers': (response) => response.socket?.resetAndDestroy(),
  'cut after it has done it': async (response, ask) => {
    await ask()
    response.socket?.resetAndDestroy()
  },
  'cut in the middle of its answer': half((response) => response.socket?.resetAndDestroy()),
  'stuck in the middle of its answer': half(() => {}),
  'dripping its answer': half(drip),
  'a page': says(200, page, 'text/html'),
  'a page of a gateway': says(502, page, 'text/html'),
  nothing: says(200, ''),
  null: says(200, 'null'),
  'a text': says(200, '"yes"'),
  'a number': says(200, '42'),
  'a list': says(200, '[]'),
  'an empty object': says(200, '{}'),
  'a list of lists': says(200, JSON.stringify(list(list()))),
  'an object without its fields': stripped,
  'an error 500': says(500, failed),
  'a 500 that names no error': says(500, '{}'),
  'a 429': says(429, limited),
  'a 429 that names no error': says(429, '{"message":"slow down"}'),
} satisfies Record<string, Spoil>

export type Fault = keyof typeof spoils | 'refused'

/** Forwards the calls of Stripe or Postmark, until a fault is set. */
export async function startFaultyProxy(target: string) {
  let server: Server
  let spoil: Spoil | undefined
  /** Calls that meet the fault, after which there is none. */
  let left = Number.POSITIVE_INFINITY

  async function listen(port = 0) {
    server = createServer(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      const body = Buffer.concat(parts).toString()
      const ask = () => handOn(request.method ?? '', request.url ?? '', request.headers, body)
      if (!spoil) return send(response, await ask())
      const act = spoil
      left -= 1
      if (left === 0) spoil = undefined
      act(response, ask)
    })
    server.listen(port, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    return (server.address() as AddressInfo).port
  }

  async function handOn(method: string, path: string, given: object, body: string): Promise<Answer> {
    const { host, connection, 'content-length': _length, ...headers } = given as Record<string, string>
    const response = await fetch(target + path, { method, headers, ...(method === 'POST' && { body }) })
    const {
      connection: _close,
      'transfer-encoding': _chunked,
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
    fail: async (fault: Fault | Spoil, times = Number.POSITIVE_INFINITY) => {
      left = times
      if (fault === 'refused') await close()
      else spoil = typeof fault === 'string' ? spoils[fault] : fault
    },
    /** Whether the fault is over that was set for so many calls. */
    isOver: () => spoil === undefined,
    mend: async () => {
      spoil = undefined
      if (!server.listening) await listen(port)
    },
    close,
  }
}

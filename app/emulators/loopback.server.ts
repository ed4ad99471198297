import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Request = {
  method: string
  path: string
  query: string
  body: string
  headers: IncomingHttpHeaders
}

export type Response = { status: number; headers?: Record<string, string>; body: string }

const maxBytes = 50_000_000

/** Serves on loopback only. Responds 403 to a request with another `Host`, which may be DNS rebinding by a web page. */
export async function serveOnLoopback(respond: (request: Request) => Response | Promise<Response>) {
  const server = createServer(async (incoming, outgoing) => {
    const { status, headers, body } = await read(incoming)
      .then((request) => (isLocal(request.headers.host) ? respond(request) : { status: 403, body: '{}' }))
      .catch(failure)
    outgoing.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const stop = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

const isLocal = (host = '') => /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host)

async function read(incoming: IncomingMessage): Promise<Request> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of incoming) {
    length += part.length
    if (length > maxBytes) throw new Error('The body is too large')
    parts.push(part)
  }
  const { method = '', url = '/', headers } = incoming
  const { pathname, search } = new URL(url, 'http://localhost')
  const body = Buffer.concat(parts).toString('utf8')
  return { method, path: pathname, query: search.slice(1), body, headers }
}

const failure = ({ message }: Error): Response => ({
  status: 500,
  body: JSON.stringify({ error: { type: 'api_error', message } }),
})

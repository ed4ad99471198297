import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express, { type RequestHandler } from 'express'

/** Serves on loopback only. Responds 403 to a request with another `Host`, which may be DNS rebinding by a web page. */
export async function serveOnLoopback(...handlers: RequestHandler[]) {
  const app = express()
    .disable('x-powered-by')
    .use(requireLocalHost, ...handlers)
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Connections that could not be accepted, such as for want of file descriptors.
  server.on('error', () => {})
  const stop = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

const requireLocalHost: RequestHandler = ({ hostname }, response, next) => {
  if (hostname === '127.0.0.1' || hostname === 'localhost') next()
  else response.status(403).json({})
}

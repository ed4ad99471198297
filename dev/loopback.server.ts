import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express, { type Express, type RequestHandler } from 'express'

/**
 * Serves on loopback only, on the given port if it is free. Responds 403 to a request with another `Host`, which may be
 * DNS rebinding by a web page.
 */
export async function serveOnLoopback(handlers: RequestHandler[], port = 0) {
  const app = express()
    .disable('x-powered-by')
    .use(requireLocalHost, ...handlers)
  const server = await listen(app, port).catch(() => listen(app, 0))
  // Connections that could not be accepted, such as for want of file descriptors.
  server.on('error', () => {})
  const stop = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

async function listen(app: Express, port: number) {
  const server = app.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const requireLocalHost: RequestHandler = ({ hostname }, response, next) => {
  if (hostname === '127.0.0.1' || hostname === 'localhost') next()
  else response.status(403).json({})
}

import { Agent, createServer, request } from 'node:http'

/** Starts a load balancer that sends each request to the next server. */
export async function startRoundRobin(urls) {
  // Ends an idle connection before the servers do, after 65 s. A request would fail that is sent while one of them ends it.
  const agent = new Agent({ keepAlive: true, timeout: 30_000 })
  let turn = 0
  const server = createServer({ maxHeaderSize: 32_768 }, (incoming, outgoing) => {
    const { hostname, port } = new URL(urls[turn++ % urls.length])
    const { method, url: path, headers } = incoming
    const forwarded = request({ hostname, port, method, path, headers, agent }, (response) => {
      outgoing.writeHead(response.statusCode, response.rawHeaders)
      response.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  // The client ends an idle connection, after the 65 s of the servers' `Keep-Alive` header.
  server.keepAliveTimeout = 24 * 3_600_000
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stop: () => {
      agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}

import { Agent, createServer, request } from 'node:http'

/** One address before several servers: each request goes to the next one. */
export async function startRoundRobin(urls) {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const server = createServer((incoming, answer) => {
    const { hostname, port } = new URL(urls[turn++ % urls.length])
    const { method, url: path, headers } = incoming
    const outgoing = request({ hostname, port, method, path, headers, agent }, (response) => {
      answer.writeHead(response.statusCode, response.rawHeaders)
      response.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
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

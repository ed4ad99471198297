import { connect, createServer, type Server, type Socket } from 'node:net'

/** A line to a server that can be cut (connections are refused) or go silent (everything is swallowed). */
export async function startFaultyLink(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let server: Server
  let isSilent = false

  function accept(near: Socket) {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    near.on('data', (bytes) => !isSilent && far.write(bytes)).on('close', () => far.destroy())
    far.on('data', (bytes) => !isSilent && near.write(bytes)).on('close', () => near.destroy())
  }

  async function listen(on = 0) {
    server = createServer(accept).listen(on, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    return (server.address() as { port: number }).port
  }

  const ownPort = await listen()
  return {
    url: Object.assign(new URL(target), { port: String(ownPort) }).href,
    cut: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
    silence: () => {
      isSilent = true
    },
    mend: async () => {
      isSilent = false
      if (!server.listening) await listen(ownPort)
    },
  }
}

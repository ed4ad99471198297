import { connect, createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

type Certificate = { key: Buffer; cert: Buffer }

/**
 * A line to a server that can be cut (connections are refused) or go silent (everything is swallowed). With a
 * certificate it is encrypted on the near side, as PostgreSQL would do it.
 */
export async function startFaultyLink(target: string, certificate?: Certificate) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let server: Server
  let isSilent = false

  function accept(near: Socket) {
    keep(near)
    if (certificate) near.once('data', () => isSilent || join(encrypted(near, certificate)))
    else join(near)
  }

  function join(near: Socket) {
    const far = connect(Number(port), hostname)
    keep(near)
    keep(far)
    near.on('data', (bytes) => !isSilent && far.write(bytes)).on('close', () => far.destroy())
    far.on('data', (bytes) => !isSilent && near.write(bytes)).on('close', () => near.destroy())
  }

  function keep(socket: Socket) {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }

  async function listen(on = 0) {
    server = createServer(accept).listen(on, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    return (server.address() as { port: number }).port
  }

  const ownPort = await listen()
  const address = new URL(target)
  address.port = String(ownPort)
  if (certificate) address.searchParams.set('sslmode', 'require')
  return {
    url: address.href,
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

/** The client has asked for TLS and waits for an S. */
function encrypted(socket: Socket, certificate: Certificate) {
  socket.write('S')
  return new TLSSocket(socket, { isServer: true, ...certificate })
}

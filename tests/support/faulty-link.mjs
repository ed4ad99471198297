import { connect, createServer } from 'node:net'
import { TLSSocket } from 'node:tls'

const message = 'SFATAL\0VFATAL\0C57P03\0Mthe database system is in recovery mode\0\0'
/** PostgreSQL's ErrorResponse: its type, the length with these four bytes, and its fields. */
const refusal = Buffer.from(`E\0\0\0${String.fromCharCode(message.length + 4)}${message}`, 'latin1')

/**
 * A TCP proxy that injects faults: closed port, reset connections, dropped packets, delay, truncated responses, a server
 * that recovers. With a certificate, `{ key, cert }`, its clients connect with TLS as PostgreSQL's clients do.
 * @param {string} target
 * @param {{ key: Buffer, cert: Buffer }} [certificate]
 */
export async function startFaultyLink(target, certificate) {
  const { hostname, port } = new URL(target)
  const clients = new Set()
  const upstreams = new Set()
  let server
  /** Undefined while the proxy works normally. */
  let fault

  function accept(client) {
    if (fault === 'refusing') return client.resetAndDestroy()
    track(client, clients)
    if (fault === 'recovering') return client.once('data', () => client.end(refusal))
    if (certificate)
      client.once('data', () => fault === 'silent' || connectUpstream(acceptTls(client, certificate)))
    else connectUpstream(client)
  }

  function connectUpstream(client) {
    const upstream = track(connect(Number(port), hostname), upstreams)
    client.on('error', () => {}).on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    forward(client, upstream)
    forward(upstream, client, true)
  }

  function track(socket, sockets) {
    sockets.add(socket)
    return socket
      .setNoDelay(true)
      .on('error', () => {})
      .on('close', () => sockets.delete(socket))
  }

  function forward(from, to, isResponse = false) {
    let previous = Promise.resolve()
    from.on('data', (bytes) => {
      if (fault === 'silent') return
      if (fault === 'truncating' && isResponse && bytes.length > 6) {
        return void to.write(bytes.subarray(0, bytes.length >> 1), () => to.resetAndDestroy())
      }
      const write = () => void (to.destroyed || to.write(bytes))
      if (!fault?.delay) return write()
      const delay = new Promise((resolve) => setTimeout(resolve, fault.delay))
      previous = previous.then(() => delay).then(write)
    })
  }

  async function listen(on = 0) {
    server = createServer(accept).listen(on, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    return server.address().port
  }

  const ownPort = await listen()
  const proxyUrl = new URL(target)
  proxyUrl.port = String(ownPort)
  if (certificate) proxyUrl.searchParams.set('sslmode', 'require')
  const forEachClient = (end) => {
    for (const client of clients) end(client)
  }
  return {
    url: proxyUrl.href,
    /** Closes the port and all connections. */
    cut: () => {
      server.close()
      forEachClient((client) => client.destroy())
    },
    /** Resets all connections, also new ones. */
    refuse: () => {
      fault = 'refusing'
      forEachClient((client) => client.resetAndDestroy())
    },
    /** Drops all packets. */
    silence: () => {
      fault = 'silent'
    },
    truncate: () => {
      fault = 'truncating'
    },
    /** Refuses new connections as PostgreSQL does while it recovers from a crash. */
    recover: () => {
      fault = 'recovering'
      forEachClient((client) => client.end())
    },
    /** Delays each packet by `delay` milliseconds. */
    slow: (delay) => {
      fault = { delay }
    },
    /** `reset` and `end` close the existing connections, by RST or FIN. New ones are accepted. */
    reset: () => forEachClient((client) => client.resetAndDestroy()),
    end: () => forEachClient((client) => client.end()),
    /** The number of bytes that the server has sent on the existing connections. */
    received: () => [...upstreams].reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    /** Stops reading from the server until `resume`, so that it blocks in the middle of a response. */
    pause: () => {
      for (const upstream of upstreams) upstream.pause()
    },
    resume: () => {
      for (const upstream of upstreams) upstream.resume()
    },
    /** Ends the fault. */
    repair: async () => {
      fault = undefined
      if (!server.listening) await listen(ownPort)
    },
  }
}

/** Responds 'S' to the SSLRequest of the client, as PostgreSQL does, and starts TLS. */
function acceptTls(socket, certificate) {
  socket.write('S')
  return new TLSSocket(socket, { isServer: true, ...certificate })
}

import { connect, createServer } from 'node:net'
import { TLSSocket } from 'node:tls'

/**
 * A TCP proxy with faults: closed port, reset connections, dropped packets, delay, cut responses. With a certificate,
 * `{ key, cert }`, its clients connect by TLS in PostgreSQL's way.
 * @param {string} target
 * @param {{ key: Buffer, cert: Buffer }} [certificate]
 */
export async function startFaultyLink(target, certificate) {
  const { hostname, port } = new URL(target)
  const nears = new Set()
  const fars = new Set()
  let server
  /** Undefined while the proxy works. */
  let fault

  function accept(near) {
    if (fault === 'refusing') return near.resetAndDestroy()
    keep(near, nears)
    if (certificate) near.once('data', () => fault === 'silent' || join(encrypted(near, certificate)))
    else join(near)
  }

  function join(near) {
    const far = keep(connect(Number(port), hostname), fars)
    near.on('error', () => {}).on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    pass(near, far)
    pass(far, near, true)
  }

  function keep(socket, sockets) {
    sockets.add(socket)
    return socket
      .setNoDelay(true)
      .on('error', () => {})
      .on('close', () => sockets.delete(socket))
  }

  function pass(from, to, isResponse = false) {
    let before = Promise.resolve()
    from.on('data', (bytes) => {
      if (fault === 'silent') return
      if (fault === 'halving' && isResponse && bytes.length > 6) {
        return void to.write(bytes.subarray(0, bytes.length >> 1), () => to.resetAndDestroy())
      }
      const write = () => void (to.destroyed || to.write(bytes))
      if (!fault?.delay) return write()
      const delay = new Promise((resolve) => setTimeout(resolve, fault.delay))
      before = before.then(() => delay).then(write)
    })
  }

  async function listen(on = 0) {
    server = createServer(accept).listen(on, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    return server.address().port
  }

  const ownPort = await listen()
  const address = new URL(target)
  address.port = String(ownPort)
  if (certificate) address.searchParams.set('sslmode', 'require')
  const drop = (end) => {
    for (const near of nears) end(near)
  }
  return {
    url: address.href,
    cut: () => {
      server.close()
      drop((near) => near.destroy())
    },
    refuse: () => {
      fault = 'refusing'
      drop((near) => near.resetAndDestroy())
    },
    silence: () => {
      fault = 'silent'
    },
    halve: () => {
      fault = 'halving'
    },
    /** Each packet arrives `delay` milliseconds later. */
    slow: (delay) => {
      fault = { delay }
    },
    /** Close the existing connections, by a reset or in order. New ones are accepted. */
    reset: () => drop((near) => near.resetAndDestroy()),
    end: () => drop((near) => near.end()),
    /** Bytes that the server has sent on the existing connections. */
    received: () => [...fars].reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    /** Stops reading from the server until `resume`, so that it blocks in the middle of a response. */
    pause: () => {
      for (const far of fars) far.pause()
    },
    resume: () => {
      for (const far of fars) far.resume()
    },
    mend: async () => {
      fault = undefined
      if (!server.listening) await listen(ownPort)
    },
  }
}

/** The client has requested TLS and waits for an S. */
function encrypted(socket, certificate) {
  socket.write('S')
  return new TLSSocket(socket, { isServer: true, ...certificate })
}

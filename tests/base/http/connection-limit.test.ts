import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { limitConnections, maxConnections, surviveAcceptErrors } from '~/base/http/connection-limit.server'

/** Nine descriptors, of which three are for connections. */
let descriptors = 9
let server: Server
const sockets: Socket[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.close()
  descriptors = 9
})

const answer: RequestListener = (_request, response) => void response.end('ok')

async function serve(handler = answer) {
  server = createServer(handler)
  limitConnections(server, () => descriptors)
  await once(server.listen(0, '127.0.0.1'), 'listening')
}

async function open(text = '') {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  if (text) socket.write(text)
  return socket
}

const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

async function ask(socket: Socket) {
  socket.write(request)
  return String((await once(socket, 'data'))[0])
}

const closed = (socket: Socket) => once(socket.resume(), 'close')
/** A round trip on another connection would disturb the order, so the server is asked. */
const openConnections = () => new Promise<number>((resolve) => server.getConnections((_, n) => resolve(n)))

test('beyond the limit, a new connection takes the place of the one that is idle for the longest time', async () => {
  await serve()
  const [first, second, third] = [await open(), await open(), await open()]
  // The first one has been used since.
  expect(await ask(first)).toContain('200 OK')
  const fourth = await open()
  await closed(second)
  expect(await ask(fourth)).toContain('200 OK')
  await open()
  await closed(third)
  expect(await ask(first)).toContain('200 OK')
  expect(await openConnections()).toBe(3)
})

test('a connection with an incomplete request is idle', async () => {
  await serve()
  const slow = await open('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  const others = [await open(), await open(), await open()]
  await closed(slow)
  for (const other of others) expect(await ask(other)).toContain('200 OK')
})

test('a connection with a request in progress is not closed, and without an idle one the new one is', async () => {
  const finish: (() => void)[] = []
  await serve((_request, response) => void finish.push(() => response.end('ok')))
  // The first one sends two requests at once, and has the response to one of them.
  const busy = [await open(request + request), await open(request), await open(request)]
  await expect.poll(() => finish.length).toBe(4)
  finish[0]?.()
  await once(busy[0] as Socket, 'data')
  await closed(await open())
  for (const end of finish.splice(1)) end()
  for (const socket of busy) expect(String((await once(socket, 'data'))[0])).toContain('200 OK')
  const next = await open()
  await closed(busy[0] as Socket)
  expect(next.destroyed).toBe(false)
})

test('a limit that falls while the server runs closes all idle connections above it', async () => {
  descriptors = 90
  await serve()
  for (let n = 0; n < 20; n++) await open()
  expect(await openConnections()).toBe(20)
  descriptors = 9
  expect(await ask(await open())).toContain('200 OK')
  await expect.poll(openConnections).toBe(3)
})

test.each([
  [20, 6],
  [300, 100],
  [1_024, 512],
  [20_000, 19_488],
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
])('of %d descriptors, %d are for connections', (given, expected) => {
  expect(maxConnections(given)).toBe(expected)
})

test('an error of a server that listens does not end the process, and one of the start is not lost', async () => {
  await serve()
  surviveAcceptErrors(server)
  expect(() => server.emit('error', new Error('accept EMFILE'))).toThrow('accept EMFILE')
  const other = createServer(answer)
  surviveAcceptErrors(other)
  const { port } = server.address() as AddressInfo
  const failed = once(other, 'listening').catch((error) => error.code)
  other.listen(port, '127.0.0.1')
  expect(await failed).toBe('EADDRINUSE')
  await once(other.listen(0, '127.0.0.1'), 'listening')
  for (let n = 0; n < 3; n++) other.emit('error', new Error('accept EMFILE'))
  other.close()
})

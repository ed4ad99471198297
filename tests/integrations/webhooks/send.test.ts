import { type AddressInfo, createServer } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { newSecret, type SendOptions, send, signedHeaders } from '~/integrations/webhooks/send.server'
import { freePort } from '../../support/postgres.mjs'
import { startReceiver, verify } from './support'

const secret = newSecret()
const body = '{"type":"webhook.test"}'
const sendTo = (url: string, options?: SendOptions) => send({ id: 'msg', url, secret, body }, options)

test('a secret is 32 random bytes', () => {
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(newSecret()).not.toBe(secret)
})

describe('a message', () => {
  test('is signed, and a changed one is not valid', async () => {
    const { url, received } = await startReceiver()
    expect(await sendTo(url)).toEqual({ status: 204, problem: null })
    const [message] = received
    if (!message) throw new Error('Nothing was received')
    expect(message.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(body.length),
      'user-agent': 'Budkeeper-Webhooks/1',
    })
    expect(verify(secret, message)).toEqual({ type: 'webhook.test' })
    expect(() => verify(newSecret(), message)).toThrow()
    expect(() => verify(secret, { ...message, body: `${body} ` })).toThrow()
    for (const name of ['webhook-id', 'webhook-timestamp'])
      expect(() => verify(secret, { ...message, headers: { ...message.headers, [name]: '1' } })).toThrow()
  })

  test('has the signature that standardwebhooks makes, for secrets of 24 to 64 bytes', () => {
    const now = new Date('2026-11-25T10:00:00.999Z')
    for (const length of [24, 32, 33, 64]) {
      const own = `whsec_${Buffer.alloc(length, length).toString('base64')}`
      const signed = signedHeaders({ id: 'msg', url: '', secret: own, body }, now)['webhook-signature']
      expect(signed).toBe(new Webhook(own).sign('msg', now, body))
    }
  })

  test('that is redirected is not sent on', async () => {
    const target = await startReceiver()
    for (const status of [301, 302, 303, 307, 308]) {
      const { url } = await startReceiver((_request, response) =>
        response.writeHead(status, { Location: target.url }).end(),
      )
      const problem = `The response was ${status}, and redirects are not followed`
      expect(await sendTo(url)).toEqual({ status, problem })
    }
    expect(target.received).toEqual([])
  })

  test.each([400, 404, 410, 429, 500, 503])('is not accepted with a %i', async (status) => {
    const { url } = await startReceiver((_request, response) => response.writeHead(status).end('no'))
    expect(await sendTo(url)).toEqual({ status, problem: `The response was ${status}` })
  })

  test('is not accepted with a response that switches the protocol, and does not wait for ever', async () => {
    const receiver = createServer((socket) => {
      socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as AddressInfo
    expect(await sendTo(`http://127.0.0.1:${port}`)).toEqual({
      status: null,
      problem: 'The connection failed',
    })
    receiver.close()
  })

  test('to a receiver that is down fails', async () => {
    const problem = 'The connection failed (ECONNREFUSED)'
    expect(await sendTo(`http://127.0.0.1:${await freePort()}`)).toEqual({ status: null, problem })
  })

  test('to something that speaks no HTTP fails', async () => {
    const { url } = await startReceiver((request) => request.socket.end('hello\r\n\r\n'))
    const { status, problem } = await sendTo(url)
    expect([status, problem]).toEqual([null, 'The connection failed (HPE_INVALID_CONSTANT)'])
  })

  test('fails when the response takes too long', async () => {
    const { url, received } = await startReceiver(() => {})
    const problem = 'There was no response within 2 seconds'
    expect(await sendTo(url, { timeout: 2_000 })).toEqual({ status: null, problem })
    expect(received).toHaveLength(1)
  })

  test('fails when the headers trickle in, and when the name server is slow', async () => {
    const { url } = await startReceiver((request) => {
      const { socket } = request
      socket.write('HTTP/1.1 200 OK\r\n')
      const trickle = setInterval(() => socket.write('X: y\r\n'), 50)
      socket.once('close', () => clearInterval(trickle))
      socket.on('error', () => {})
    })
    const problem = 'There was no response within 0.3 seconds'
    expect(await sendTo(url, { timeout: 300 })).toEqual({ status: null, problem })
    const resolve = (_host: string, signal: AbortSignal) =>
      new Promise<string[]>((done) => signal.addEventListener('abort', () => done(['8.8.8.8'])))
    expect(await sendTo('https://example.com', { timeout: 300, resolve })).toEqual({ status: null, problem })
  })

  test('is accepted before the body of the response ends, of which little is read', async () => {
    let written = 0
    let isClosed = false
    const { url } = await startReceiver((_request, response) => {
      const write = () => {
        while (response.write('x'.repeat(10_000))) written += 10_000
      }
      response.on('drain', write)
      response.on('close', () => {
        isClosed = true
      })
      response.on('error', () => {})
      response.writeHead(200)
      write()
    })
    expect(await sendTo(url)).toEqual({ status: 200, problem: null })
    await expect.poll(() => isClosed).toBe(true)
    expect(written).toBeLessThan(20_000_000)
  })

  test('goes to the address that was checked, which is resolved once', async () => {
    const { port, received } = await startReceiver()
    const asked: string[] = []
    const resolve = async (host: string) => {
      asked.push(host)
      return asked.length === 1 ? ['127.0.0.1'] : ['127.0.0.2']
    }
    expect(await sendTo(`http://localhost:${port}/x`, { resolve })).toEqual({ status: 204, problem: null })
    expect(asked).toEqual(['localhost'])
    expect(received.map(({ url, headers }) => [url, headers.host])).toEqual([['/x', `localhost:${port}`]])
  })

  test.each([['127.0.0.1'], ['::ffff:127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1']])(
    'is not sent when the host resolves to %s',
    async (...ips) => {
      const { port, received } = await startReceiver()
      const problem = 'The address must be on the public internet'
      const outcome = await sendTo(`https://example.com:${port}`, { resolve: async () => ips })
      expect(outcome).toEqual({ status: null, problem })
      expect(received).toEqual([])
    },
  )

  test('is not sent by http to another host than loopback', async () => {
    const { port, received } = await startReceiver()
    const problem = 'The address must be a URL that begins with https://'
    const resolve = async () => ['127.0.0.1']
    for (const host of ['example.com', '10.0.0.1', 'localhost.'])
      expect(await sendTo(`http://${host}:${port}`, { resolve })).toEqual({ status: null, problem })
    expect(received).toEqual([])
  })
})

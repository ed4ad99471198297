import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../support/create-database.mjs'
import { httpClient } from '../support/http-client'
import { freePort } from '../support/postgres.mjs'
import { startServer } from '../support/server.mjs'

const postgres = process.env.DATABASE_URL_TEST
const folder = mkdtempSync(join(tmpdir(), 'budkeeper-webhooks-'))
const kills = 3
const path = '/hook/a-token-of-the-receiver'

type Message = { id: string; body: string; headers: Record<string, string> }

const received: Message[] = []
/** Slow enough that messages are on their way when the server is killed. Some fail at their first attempt, not at a later one. */
const receiver = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const headers = request.headers as Record<string, string>
  const id = headers['webhook-id'] ?? ''
  const isFirst = received.every((message) => message.id !== id)
  received.push({ id, body, headers })
  const isFailing = isFirst && received.length % 3 === 0
  await setTimeout(20 + Math.random() * 200)
  response.writeHead(isFailing ? 500 : 200).end()
})

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
  rmSync(folder, { recursive: true, force: true })
})

test('each event of a server that is killed again and again is delivered', async () => {
  const env = {
    ...{ DATA_DIR: folder, PORT: String(await freePort()), DEMO_ACCOUNT: 'off', LOG_LEVEL: 'info' },
    ...(postgres && { DATABASE_URL: await createDatabase(postgres, `webhook_kills_${process.pid}`) }),
    // Nothing listens there. Node 24 would use it for requests of its global agent.
    ...{ NODE_USE_ENV_PROXY: '1', HTTP_PROXY: `http://127.0.0.1:${await freePort()}` },
  }
  const start = (WEBHOOK_LOOPBACK: string) => startServer({ ...env, WEBHOOK_LOOPBACK })
  let server = await start('off')
  const user = httpClient(server.url)
  const account = { Firstname: 'Ada', Email: 'ada@example.com', Password: 'Blue-Heron-42' }
  for (const call of ['register', 'login']) await user.post(`/api/v1/auth/${call}`, account)
  const { port } = receiver.address() as AddressInfo
  const url = `http://127.0.0.1:${port}${path}`
  for (const refused of [url, `http://localhost:${port}`, `https://127.0.0.1:${port}`])
    expect((await user.post('/api/v1/webhooks', { url: refused })).status).toBe(400)
  await server.stop()

  server = await start('on')
  const { secret } = (await user.post('/api/v1/webhooks', { url, password: account.Password })).body
  let output = ''
  for (let kill = 0; kill < kills; kill++) {
    const writes = Array.from({ length: 12 }, (_, n) =>
      user.post('/api/v1/buds', { Firstname: `Bud ${kill}-${n}` }).catch(() => undefined),
    )
    await Promise.any(writes)
    await setTimeout(700 + Math.random() * 1_000)
    output += server.output()
    await server.stop('SIGKILL')
    await Promise.all(writes)
    server = await start('on')
  }
  const { buds } = (await user.get('/api/v1/buds?limit=100')).body as { buds: { _id: string }[] }
  expect(buds.length).toBeGreaterThanOrEqual(kills)
  const ids = buds.map(({ _id }) => _id).sort()
  const verified = ({ body, headers }: Message) => new Webhook(secret).verify(body, headers) as Event
  const told = () => [...new Set(received.map((message) => verified(message).data._id))].sort()
  await expect.poll(told, { interval: 200 }).toEqual(ids)
  // A message that is sent again has the same id.
  expect(new Set(received.map(({ id }) => id)).size).toBe(ids.length)
  for (const message of received)
    expect(() => verified({ ...message, body: message.body.replace('bud.', 'event.') })).toThrow()
  await expect.poll(server.output).toContain('webhook called')
  output += server.output()
  expect(output).not.toContain(path)
  expect(output).not.toContain(secret)
  await server.stop()
})

type Event = { type: string; data: { _id: string } }

test('a server that is stopped ends at once, and leaves what is on its way to the next one', async () => {
  const data = join(folder, 'stopped')
  const slow = createServer((_request, response) => {
    waiting.push(response)
  })
  const waiting: ServerResponse[] = []
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const env = { DATA_DIR: data, PORT: String(await freePort()), DEMO_ACCOUNT: 'off', WEBHOOK_LOOPBACK: 'on' }
  const DATABASE_URL = postgres ? await createDatabase(postgres, `webhook_stop_${process.pid}`) : ''
  let server = await startServer({ ...env, DATABASE_URL })
  const user = httpClient(server.url)
  const account = { Firstname: 'Ada', Email: 'ada@example.com', Password: 'Blue-Heron-42' }
  for (const call of ['register', 'login']) await user.post(`/api/v1/auth/${call}`, account)
  const { port } = slow.address() as AddressInfo
  const password = account.Password
  const hook = { url: `http://127.0.0.1:${port}/`, password }
  const { webhook } = (await user.post('/api/v1/webhooks', hook)).body
  await user.post('/api/v1/buds', { Firstname: 'Grace' })
  await expect.poll(() => waiting.length).toBe(1)
  const busy = await timeToStop(server)
  server = await startServer({ ...env, DATABASE_URL })
  await expect.poll(() => waiting.length).toBe(2)
  waiting[1]?.writeHead(200).end()
  const path = `/api/v1/webhooks/${webhook._id}/deliveries`
  await expect.poll(async () => (await user.get(path)).body.deliveries[0].state).toBe('delivered')
  const idle = await timeToStop(server)
  // An attempt may last 10 s.
  expect(busy - idle).toBeLessThan(8_000)
  slow.closeAllConnections()
  slow.close()
})

async function timeToStop(server: Awaited<ReturnType<typeof startServer>>) {
  const started = performance.now()
  expect((await server.stop()).code).toBe(0)
  return performance.now() - started
}

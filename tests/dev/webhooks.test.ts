import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkoutParams, open, subscribed } from './support'

const folder = mkdtempSync(join(tmpdir(), 'stripe-emulator-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts a receiver of webhooks. `statusOf` returns the status of each response, or 0 for no response. */
async function listen(statusOf: (count: number) => number) {
  /** Ids of the received events. */
  const received: string[] = []
  const server = createServer(async (request, response) => {
    received.push(JSON.parse(Buffer.concat(await request.toArray()).toString()).id)
    const status = statusOf(received.length)
    if (status === 0) response.destroy()
    else response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { webhookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, stop }
}

test('an event without a 2xx response is sent again', async () => {
  const { webhookUrl, received, stop } = await listen((count) => [500, 0, 404][count - 1] ?? 200)
  const emulator = await open({ webhookUrl })
  await emulator.stripe.customers.create({ email: 'ada@example.com' })
  await expect.poll(() => received.length).toBeGreaterThan(3)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(received).toEqual(Array(4).fill(received[0]))
  await emulator.stop()
  stop()
})

test('a command waits for its own webhooks, not for those that follow', async () => {
  let emulator: Awaited<ReturnType<typeof open>>
  const receiver = createServer(async (request, response) => {
    await request.toArray()
    await emulator.stripe.customers.create({ email: 'next@example.com' }).catch(() => {})
    response.writeHead(200).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  emulator = await open({ webhookUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}` })
  await emulator.stripe.customers.create({ email: 'ada@example.com' })
  await emulator.command('clock', { advance: 'PT1S' })
  receiver.closeAllConnections()
  receiver.close()
  await emulator.stop()
})

test('a killed process has stored its customers, its clock, its open checkouts and the events to send again', async () => {
  const { webhookUrl, received, stop } = await listen((count) => (count <= 4 ? 500 : 200))
  const [file, asKilled] = [join(folder, 'state.json'), join(folder, 'as-killed.json')]
  const times: number[] = []
  const options = { webhookUrl, onClock: (now: number) => times.push(now), firstRetry: 60_000 }
  const first = await open({ ...options, file })
  const { customer, subscription } = await subscribed(first)
  await first.advance('P3D')
  const session = await first.stripe.checkout.sessions.create({ ...checkoutParams, customer: customer.id })
  copyFileSync(file, asKilled)
  await first.stop()

  const second = await open({ ...options, file: asKilled })
  expect(await second.stripe.customers.retrieve(customer.id)).toMatchObject({ email: 'ada@example.com' })
  const { url } = await second.stripe.checkout.sessions.retrieve(session.id)
  expect(url).toBe(`${second.url}/checkout/${session.id}`)
  expect((await fetch(url ?? '')).status).toBe(200)
  await second.advance('P40D')
  expect(times).toHaveLength(3)
  const renewed = second.subscription(subscription.id)
  expect(renewed.items.data[0].current_period_end).toBeGreaterThan(subscription.created + 50 * 86_400)
  expect(received.slice(4)).toEqual(expect.arrayContaining(received.slice(0, 4)))
  await second.stop()
  stop()
})

test('a restart takes the same port, or another one if it is in use', async () => {
  const file = join(folder, 'port.json')
  const first = await open({ file })
  await first.stop()
  const second = await open({ file })
  expect(second.url).toBe(first.url)
  const third = await open({ file })
  expect(third.url).not.toBe(first.url)
  await second.stop()
  await third.stop()
  const fourth = await open({ file })
  expect(fourth.url).toBe(third.url)
  await fourth.stop()
})

test('a file of the state that lacks a field is read', async () => {
  const file = join(folder, 'older.json')
  writeFileSync(file, JSON.stringify({ offset: 86_400_000, customers: [] }))
  const emulator = await open({ file })
  await emulator.advance('P1D')
  await emulator.stop()
})

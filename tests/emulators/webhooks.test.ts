import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { listen, open, plan, subscribed, webhookSecret } from './support'

type Received = Awaited<ReturnType<typeof listen>>['received'][number]

const eventIn = ({ body, headers }: Received) =>
  Stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), webhookSecret)

async function openWithReceiver(statusOf?: (count: number) => number, more: object = {}) {
  const app = await listen(statusOf)
  const emulator = await open({ webhookUrl: app.url, ...more })
  const stop = async () => {
    await emulator.stop()
    await app.stop()
  }
  return { app, emulator, stop }
}

const until = async (condition: () => boolean) => {
  for (
    const deadline = Date.now() + 5_000;
    !condition();
    await new Promise((resolve) => setTimeout(resolve, 5))
  ) {
    if (Date.now() > deadline) throw new Error('The condition did not become true')
  }
}

test('each event is sent to the webhook with a signature that the `stripe` package accepts', async () => {
  const { app, emulator, stop } = await openWithReceiver()
  await subscribed(emulator)
  await emulator.advance('PT0S')
  const types = app.received.map((received) => eventIn(received).type)
  expect(types).toContain('checkout.session.completed')
  expect(new Set(types).size).toBe(types.length)
  expect(eventIn(app.received[0] as Received).api_version).toBe(Stripe.API_VERSION)
  await stop()
})

test('the command that moves the clock responds after all webhooks are delivered', async () => {
  const { app, emulator, stop } = await openWithReceiver()
  await subscribed(emulator, { trial: 5 })
  await emulator.advance('P6D')
  const types = app.received.map((received) => eventIn(received).type)
  expect(types.filter((type) => type === 'invoice.paid')).toHaveLength(2)
  await stop()
})

test('an event without a 2xx response is sent again', async () => {
  const { app, emulator, stop } = await openWithReceiver((count) => [500, 0, 404][count - 1] ?? 200)
  await emulator.stripe.customers.create({ email: 'ada@example.com' })
  await until(() => app.received.length >= 4)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(app.received).toHaveLength(4)
  expect(new Set(app.received.map((received) => eventIn(received).id)).size).toBe(1)
  await stop()
})

test('a restart keeps customers and clock, and sends unacknowledged events again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-emulator-'))
  const file = join(folder, 'stripe-emulator.json')
  const times: number[] = []
  const app = await listen((count) => (count <= 4 ? 500 : 200))
  const options = { file, webhookUrl: app.url, onClock: (now: number) => times.push(now), firstRetry: 60_000 }
  const first = await open(options)
  const { customer, subscription } = await subscribed(first)
  await first.advance('P3D')
  await first.stop()
  const second = await open(options)
  expect(await second.stripe.customers.retrieve(customer.id)).toMatchObject({ email: 'ada@example.com' })
  await second.advance('P40D')
  const renewed = await second.subscription(subscription.id)
  expect(renewed).toMatchObject({ status: 'active' })
  expect(renewed.items.data[0]?.current_period_end).toBeGreaterThan(subscription.created + 50 * 86_400)
  const ids = app.received.slice(4).map((received) => eventIn(received).id)
  for (const received of app.received.slice(0, 4)) expect(ids).toContain(eventIn(received).id)
  expect(times).toHaveLength(3)
  await second.stop()
  await app.stop()
  rmSync(folder, { recursive: true })
})

test('a killed process has stored its responses, and an open checkout moves to the next port', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-emulator-'))
  const file = join(folder, 'stripe-emulator.json')
  const first = await open({ file })
  const customer = await first.stripe.customers.create({ email: 'ada@example.com' })
  const session = await first.stripe.checkout.sessions.create({ ...plan, customer: customer.id })
  const asKilled = join(folder, 'as-killed.json')
  copyFileSync(file, asKilled)
  const second = await open({ file: asKilled })
  const { url } = await second.stripe.checkout.sessions.retrieve(session.id)
  expect(url).toBe(`${second.url}/checkout/${session.id}`)
  expect((await fetch(url ?? '')).status).toBe(200)
  await first.stop()
  await second.stop()
  rmSync(folder, { recursive: true })
})

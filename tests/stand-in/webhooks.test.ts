import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { listen, open, plan, subscribed, webhookSecret } from './support'

type Heard = Awaited<ReturnType<typeof listen>>['heard'][number]

const eventIn = ({ body, headers }: Heard) =>
  Stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), webhookSecret)

async function both(answers?: (count: number) => number, more: object = {}) {
  const app = await listen(answers)
  const standIn = await open({ webhookUrl: app.url, ...more })
  const stop = async () => {
    await standIn.stop()
    await app.stop()
  }
  return { app, standIn, stop }
}

const until = async (isSo: () => boolean) => {
  for (const deadline = Date.now() + 5_000; !isSo(); await new Promise((resolve) => setTimeout(resolve, 5))) {
    if (Date.now() > deadline) throw new Error('It never came')
  }
}

test('each event is sent to the webhook, signed as the package checks it', async () => {
  const { app, standIn, stop } = await both()
  await subscribed(standIn)
  await standIn.advance('PT0S')
  const types = app.heard.map((heard) => eventIn(heard).type)
  expect(types).toContain('checkout.session.completed')
  expect(new Set(types).size).toBe(types.length)
  expect(eventIn(app.heard[0] as Heard).api_version).toBe(Stripe.API_VERSION)
  await stop()
})

test('moving the clock answers when everything has been delivered', async () => {
  const { app, standIn, stop } = await both()
  await subscribed(standIn, { trial: 5 })
  await standIn.advance('P6D')
  const types = app.heard.map((heard) => eventIn(heard).type)
  expect(types.filter((type) => type === 'invoice.paid')).toHaveLength(2)
  await stop()
})

test('what is not answered 2xx is sent again, the same event', async () => {
  const { app, standIn, stop } = await both((count) => [500, 0, 404][count - 1] ?? 200)
  await standIn.stripe.customers.create({ email: 'ada@example.com' })
  await until(() => app.heard.length >= 4)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(app.heard).toHaveLength(4)
  expect(new Set(app.heard.map((heard) => eventIn(heard).id)).size).toBe(1)
  await stop()
})

test('what is held back is released in any order and any number', async () => {
  const { app, standIn, stop } = await both()
  await standIn.control('webhooks', { mode: 'hold' })
  await subscribed(standIn, { trial: 5 })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(app.heard).toHaveLength(0)
  const made = (await standIn.state()).events.length
  const given = { order: 'shuffled', times: 5, seed: 7, parallel: 4, forged: 0.1, stale: 0.1 }
  const released = await standIn.control('webhooks/release', given)
  expect(released).toMatchObject({ genuine: made * 5, acknowledged: made * 5 })
  expect(released.forged).toBe(Math.round((made * 5) / 8))
  expect(app.heard).toHaveLength(made * 5 + released.forged + released.stale)
  expect(await standIn.control('webhooks/release', {})).toMatchObject({ genuine: 0 })
  await stop()
})

test('what is lost never comes', async () => {
  const { app, standIn, stop } = await both()
  await standIn.control('webhooks', { mode: 'lose' })
  await standIn.stripe.customers.create({ metadata: { name: 'lost' } })
  await standIn.control('webhooks', { mode: 'deliver' })
  await standIn.stripe.customers.create({ metadata: { name: 'sent' } })
  await standIn.advance('PT0S')
  expect(app.heard.map(({ body }) => JSON.parse(body).data.object.metadata.name)).toEqual(['sent'])
  await stop()
})

test('kept and reversed are what they say, and a seed gives the same order again', async () => {
  const orders: string[][] = []
  for (const given of ['kept', 'reversed', 'shuffled', 'shuffled'].map((order) => ({ order, seed: 3 }))) {
    const { app, standIn, stop } = await both()
    await standIn.control('webhooks', { mode: 'hold' })
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      await standIn.stripe.customers.create({ metadata: { name } })
    await standIn.control('webhooks/release', given)
    orders.push(app.heard.map(({ body }) => JSON.parse(body).data.object.metadata.name))
    await stop()
  }
  expect(orders[0]).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(orders[1]).toEqual(['e', 'd', 'c', 'b', 'a'])
  expect(orders[2]).toEqual(orders[3])
  expect(orders[2]).not.toEqual(orders[0])
})

test('what is forged or stale does not pass the check', async () => {
  const { app, standIn, stop } = await both()
  await standIn.stripe.customers.create({ email: 'ada@example.com' })
  await standIn.advance('PT0S')
  const genuine = app.heard.length
  for (const kind of ['secret', 'stale', 'body', 'unsigned']) {
    await standIn.control('webhooks/forge', { kind, change: { email: 'mallory@example.com' } })
  }
  const forged = app.heard.slice(genuine)
  expect(forged).toHaveLength(4)
  for (const heard of forged) {
    expect(heard.body).toContain('mallory@example.com')
    expect(() => eventIn(heard)).toThrow()
  }
  await stop()
})

test('a restart knows its customers and its clock, and sends what was not acknowledged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-'))
  const file = join(folder, 'stand-in.json')
  const told: number[] = []
  const app = await listen((count) => (count <= 4 ? 500 : 200))
  const options = { file, webhookUrl: app.url, onClock: (now: number) => told.push(now), firstRetry: 60_000 }
  const first = await open(options)
  const { customer, subscription } = await subscribed(first)
  await first.control('bounce', { email: 'gone@example.com' })
  await first.advance('P3D')
  await first.stop()
  const second = await open(options)
  expect(await second.stripe.customers.retrieve(customer.id)).toMatchObject({ email: 'ada@example.com' })
  await second.advance('P40D')
  const renewed = await second.subscription(subscription.id)
  expect(renewed).toMatchObject({ status: 'active' })
  expect(renewed.items.data[0]?.current_period_end).toBeGreaterThan(subscription.created + 50 * 86_400)
  const ids = app.heard.slice(4).map((heard) => eventIn(heard).id)
  for (const heard of app.heard.slice(0, 4)) expect(ids).toContain(eventIn(heard).id)
  expect(told).toHaveLength(3)
  await second.stop()
  await app.stop()
  rmSync(folder, { recursive: true })
})

test('a process that is killed has kept what it answered, and a checkout that was open is found at the next port', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-'))
  const file = join(folder, 'stand-in.json')
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

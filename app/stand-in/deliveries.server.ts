import Stripe from 'stripe'
import type { Delivery } from './state.server'
import { newId, type World } from './world.server'

const longestWait = 3_600_000
const givenUpAfter = 80
const answeredWithin = 10_000

/** Kept until it is acknowledged, unless it is to be lost. */
export function deliver(world: World, to: Delivery['to'], payload: string) {
  if (!addressOf(world, to) || (to === 'stripe' && world.state.webhooks === 'lose')) return
  const delivery = { id: newId('whd'), to, payload, attempts: 0 }
  world.state.deliveries.set(delivery.id, delivery)
  enqueue(world, delivery)
}

export function enqueue(world: World, ...deliveries: Delivery[]) {
  world.deliveries.queue.push(...deliveries)
  setImmediate(() => pump(world))
}

const addressOf = ({ options }: World, to: Delivery['to']) =>
  to === 'stripe' ? options.webhookUrl : options.postmarkWebhookUrl

const isHeld = ({ state }: World, { to }: Delivery) => to === 'stripe' && state.webhooks === 'hold'

/** What is held back stays with the state and is found there when it is released. */
function pump(world: World) {
  const { deliveries, options } = world
  while (!deliveries.isStopped && deliveries.underWay < (options.parallel ?? 4)) {
    const delivery = deliveries.queue.shift()
    if (!delivery) break
    if (!isHeld(world, delivery)) void handOver(world, delivery)
  }
  if (deliveries.underWay === 0 && deliveries.queue.length === 0) {
    for (const tell of deliveries.idle.splice(0)) tell()
  }
}

async function handOver(world: World, delivery: Delivery) {
  world.deliveries.underWay += 1
  const status = await post(world, delivery)
  world.deliveries.underWay -= 1
  delivery.attempts += 1
  if (isGood(status) || delivery.attempts >= givenUpAfter) world.state.deliveries.delete(delivery.id)
  else later(world, waitAfter(world, delivery.attempts), () => enqueue(world, delivery))
  world.changed()
  pump(world)
}

const isGood = (status: number) => status >= 200 && status < 300

const waitAfter = ({ options }: World, attempts: number) =>
  Math.min(longestWait, (options.firstRetry ?? 1_000) * 2 ** (attempts - 1))

function later({ deliveries }: World, wait: number, act: () => void) {
  const timer = setTimeout(() => {
    deliveries.timers.delete(timer)
    act()
  }, wait).unref()
  deliveries.timers.add(timer)
}

/** Answers when everything has been handed over once, or has failed to be. */
export function delivered(world: World) {
  return new Promise<void>((resolve) => {
    world.deliveries.idle.push(resolve)
    setImmediate(() => pump(world))
  })
}

/** The status that came back; 0 when none did. */
export async function post(
  world: World,
  { to, payload }: Pick<Delivery, 'to' | 'payload'>,
  signature?: string,
) {
  const address = addressOf(world, to)
  if (!address) return 0
  const { url, authorization } = withoutPassword(address)
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    ...(authorization && { Authorization: authorization }),
    ...(to === 'stripe' && { 'Stripe-Signature': signature ?? sign(payload, world.options.webhookSecret) }),
  }
  try {
    const signal = AbortSignal.timeout(answeredWithin)
    const response = await fetch(url, { method: 'POST', headers, body: payload, redirect: 'manual', signal })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}

/** Postmark takes a user and a password in a webhook's address, and sends them as a header. */
function withoutPassword(address: string) {
  const url = new URL(address)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { url, authorization: username && `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** Signed by the real clock, which the receiver compares with its own. */
export function sign(payload: string, secret: string, secondsAgo = 0) {
  const timestamp = Math.floor(Date.now() / 1_000) - secondsAgo
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
}

export type Release = {
  order?: 'kept' | 'shuffled' | 'reversed'
  times?: number
  seed?: number
  parallel?: number
  /** The shares of all that is sent then which are forged and which are stale. */
  forged?: number
  stale?: number
}

type Kind = 'genuine' | 'forged' | 'stale'

/** Sends what was held back, as often and in the order that was asked for, until each has been answered. */
export async function release(
  world: World,
  { order = 'kept', times = 1, seed = 1, parallel = 1, ...shares }: Release,
) {
  const held = [...world.state.deliveries.values()].filter(({ to }) => to === 'stripe')
  const genuine = Array.from({ length: times }, () => held).flat()
  const { forged = 0, stale = 0 } = shares
  const all = genuine.length / Math.max(0.01, 1 - forged - stale)
  const random = randomFrom(seed)
  const pick = (kind: Kind, share: number) =>
    Array.from({ length: held.length === 0 ? 0 : Math.round(all * share) }, () => ({
      kind,
      delivery: held[Math.floor(random() * held.length)] as Delivery,
    }))
  const copies = [
    ...genuine.map((delivery) => ({ kind: 'genuine' as Kind, delivery })),
    ...pick('forged', forged),
    ...pick('stale', stale),
  ]
  const sent = inOrder(copies, forged + stale > 0 && order === 'kept' ? 'shuffled' : order, random)
  return sendAll(world, sent, parallel)
}

function inOrder<T>(list: T[], order: Release['order'], random: () => number) {
  if (order === 'reversed') return list.toReversed()
  if (order !== 'shuffled') return list
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const [a, b] = [list[last] as T, list[other] as T]
    list[last] = b
    list[other] = a
  }
  return list
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

async function sendAll(world: World, copies: { kind: Kind; delivery: Delivery }[], parallel: number) {
  const result = { genuine: 0, acknowledged: 0, forged: 0, stale: 0, accepted: 0, attempts: 0 }
  const left = copies.values()
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (const { kind, delivery } of left) {
        const { isAcknowledged, attempts } = await sendUntilAnswered(world, kind, delivery)
        result[kind] += 1
        result.attempts += attempts
        if (isAcknowledged) result[kind === 'genuine' ? 'acknowledged' : 'accepted'] += 1
      }
    }),
  )
  return result
}

/** A receiver that is away gets it again; a refusal counts as an answer to what is not genuine. */
async function sendUntilAnswered(world: World, kind: Kind, delivery: Delivery) {
  for (let attempts = 1; ; attempts += 1) {
    const status = await post(world, delivery, signatureOf(world, kind, delivery.payload))
    const isAcknowledged = isGood(status)
    if (isAcknowledged && kind === 'genuine') world.state.deliveries.delete(delivery.id)
    const isAnswered = kind === 'genuine' ? isAcknowledged : status !== 0
    if (isAnswered || attempts >= givenUpAfter || world.deliveries.isStopped) {
      world.changed()
      return { isAcknowledged, attempts }
    }
    const wait = Math.min(1_000, waitAfter(world, attempts))
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

const otherSecret = 'whsec_somebody_else'

function signatureOf({ options }: World, kind: Kind, payload: string) {
  if (kind === 'forged') return sign(payload, otherSecret)
  return kind === 'stale' ? sign(payload, options.webhookSecret, 600) : undefined
}

export type Forgery = { kind: 'secret' | 'stale' | 'body' | 'unsigned'; event?: string; change?: object }

/** An event, or the last one, anew, as one that must have no effect; `change` is laid over its object. */
export async function forge(world: World, { kind, event, change = {} }: Forgery) {
  const { rows } = world.state.events
  const genuine = event ? rows.get(event) : [...rows.values()].at(-1)
  if (!genuine) return { status: 0 }
  const parsed = JSON.parse(genuine.payload)
  Object.assign(parsed.data.object, change)
  parsed.id = newId('evt')
  const payload = JSON.stringify(parsed, null, 2)
  const { webhookSecret } = world.options
  const signatures = {
    secret: sign(payload, otherSecret),
    stale: sign(payload, webhookSecret, 600),
    body: sign(genuine.payload, webhookSecret),
    unsigned: '',
  }
  return { status: await post(world, { to: 'stripe', payload }, signatures[kind]) }
}

import Stripe from 'stripe'
import { newId } from './objects.server'
import { type Delivery, type Emulator, now, saveState } from './state.server'

const maxWait = 3_600_000
const maxAttempts = 80
const timeout = 10_000

/** Queues a webhook for an event, with a copy of the object in its current state. */
export function emit(emulator: Emulator, type: string, object: object) {
  if (!emulator.options.webhookUrl) return
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: now(emulator),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type: type as Stripe.Event.Type,
  } satisfies Stripe.EventBase
  const delivery = { id: event.id, payload: JSON.stringify(event, null, 2), attempts: 0 }
  emulator.state.deliveries.set(delivery.id, delivery)
  enqueue(emulator, delivery)
}

export function enqueue(emulator: Emulator, ...deliveries: Delivery[]) {
  emulator.queue.waiting.push(...deliveries)
  setImmediate(() => sendNext(emulator))
}

/** Resolves when each webhook that is queued now has been sent once. Those that are queued meanwhile are not waited for. */
export function waitForWebhooks({ queue }: Emulator) {
  const left = new Set([...queue.waiting, ...queue.sending])
  return new Promise<void>((resolve) => {
    if (left.size === 0) return resolve()
    const count = (delivery: Delivery) => {
      left.delete(delivery)
      if (left.size > 0) return
      queue.onSent.delete(count)
      resolve()
    }
    queue.onSent.add(count)
  })
}

function sendNext(emulator: Emulator) {
  const { queue, options } = emulator
  while (!queue.isStopped && queue.sending.size < (options.parallel ?? 4)) {
    const delivery = queue.waiting.shift()
    if (!delivery) break
    void send(emulator, delivery)
  }
}

async function send(emulator: Emulator, delivery: Delivery) {
  const { queue, state, options } = emulator
  queue.sending.add(delivery)
  const isAcknowledged = await post(options, delivery.payload)
  queue.sending.delete(delivery)
  delivery.attempts += 1
  if (isAcknowledged || delivery.attempts >= maxAttempts) state.deliveries.delete(delivery.id)
  else {
    const wait = Math.min(maxWait, (options.firstRetry ?? 1_000) * 2 ** (delivery.attempts - 1))
    setTimeout(() => enqueue(emulator, delivery), wait).unref()
  }
  if (!queue.isStopped) saveState(emulator)
  for (const count of queue.onSent) count(delivery)
  sendNext(emulator)
}

/** The signature has the system's time, not the emulator's, because receivers compare it with their clock. */
async function post({ webhookUrl = '', webhookSecret: secret }: Emulator['options'], payload: string) {
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Stripe-Signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
  }
  try {
    const signal = AbortSignal.timeout(timeout)
    const response = await fetch(webhookUrl, { method: 'POST', headers, body: payload, signal })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

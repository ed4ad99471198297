import Stripe from 'stripe'
import { deliver } from './deliveries.server'
import { add } from './state.server'
import { newId, now, type World } from './world.server'

const mostKept = 1_000

/** Keeps an event with its object as it is now, and sends it to the webhook. */
export function emit(world: World, type: string, object: object, previous?: object) {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: now(world),
    data: { object, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: world.options.webhookUrl ? 1 : 0,
    request: world.request ?? { id: null, idempotency_key: null },
    type: type as Stripe.Event.Type,
  } satisfies Stripe.EventBase
  const payload = JSON.stringify(event, null, 2)
  const { events } = world.state
  add(events, { id: event.id, type, created: event.created, payload })
  if (events.rows.size > mostKept) events.rows.delete(events.rows.keys().next().value ?? '')
  deliver(world, 'stripe', payload)
  world.changed()
}

/** Changes a row and says so, with what it was before. */
export function change<T extends object>(world: World, type: string, row: T, act: (row: T) => void) {
  const before = JSON.stringify(row)
  act(row)
  const after = JSON.stringify(row)
  if (before === after) return
  emit(world, type, row, whatChanged(JSON.parse(before), JSON.parse(after)))
}

/** Of inner objects the whole, where Stripe names the changed field alone. */
function whatChanged(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = Object.keys({ ...before, ...after })
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(changed.map((name) => [name, before[name] ?? null]))
}

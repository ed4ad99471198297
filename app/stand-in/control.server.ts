import { z } from 'zod'
import { destination, moveTo } from './clock.server'
import { deleteCustomer, livingCustomer } from './customers.server'
import { delivered, enqueue, forge, release } from './deliveries.server'
import { isFailure } from './failure.server'
import { faultKinds } from './faults.server'
import { markUncollectible } from './invoices.server'
import { bounce } from './mails.server'
import type { Charging } from './state.server'
import { force, isOver } from './subscriptions.server'
import { now, type World } from './world.server'

type Outgoing = { status: number; body: object }
type Control = {
  path: string
  says: string
  act: (world: World, given: unknown, id: string) => Promise<object> | object
}

/** What is asked for wrongly. */
const complaint = (status: number, msg: string) =>
  Object.assign(new Error(msg), { status, error: { message: msg } })

function control<T extends z.ZodType>(
  path: string,
  says: string,
  schema: T,
  act: (world: World, given: z.infer<T>, id: string) => Promise<object> | object,
): Control {
  return { path, says, act: (world, given, id) => act(world, schema.parse(given), id) }
}

const share = z.number().min(0).max(0.9).optional()

/** Each is a POST of JSON; `says` is read by people. */
export const controls = [
  control(
    '/stand-in/clock',
    "{ advance: 'P3D' | seconds } or { to: instant }: all that falls due happens in order; answers when it is delivered",
    z.strictObject({ advance: z.union([z.string(), z.number()]).optional(), to: z.string().optional() }),
    async (world, given) => {
      const instant = destination(world, given)
      if (typeof instant === 'string') throw complaint(400, instant)
      moveTo(world, instant)
      await delivered(world)
      return { now: isoNow(world) }
    },
  ),
  control(
    '/stand-in/webhooks',
    "{ mode: 'deliver' | 'hold' | 'lose' }: whether they are sent, held back, or never will be",
    z.strictObject({ mode: z.enum(['deliver', 'hold', 'lose']) }),
    async (world, { mode }) => {
      const before = world.state.webhooks
      world.state.webhooks = mode
      if (mode !== 'deliver' || before === 'deliver') return { mode }
      enqueue(world, ...[...world.state.deliveries.values()].filter(({ to }) => to === 'stripe'))
      await delivered(world)
      return { mode }
    },
  ),
  control(
    '/stand-in/webhooks/release',
    "{ order: 'kept' | 'shuffled' | 'reversed', times, seed, parallel, forged: share, stale: share }: sends what is held back, answers when all is acknowledged",
    z.strictObject({
      order: z.enum(['kept', 'shuffled', 'reversed']).optional(),
      times: z.int().min(1).max(100).optional(),
      seed: z.int().optional(),
      parallel: z.int().min(1).max(64).optional(),
      forged: share,
      stale: share,
    }),
    (world, given) => release(world, definedOf(given)),
  ),
  control(
    '/stand-in/webhooks/forge',
    "{ kind: 'secret' | 'stale' | 'body' | 'unsigned', event: id, change: { … } }: answers with the status that came back",
    z.strictObject({
      kind: z.enum(['secret', 'stale', 'body', 'unsigned']),
      event: z.string().optional(),
      change: z.record(z.string(), z.unknown()).optional(),
    }),
    (world, given) => forge(world, definedOf(given)),
  ),
  control(
    '/stand-in/customers/:id/card',
    '{ works: boolean, action: boolean }: what all cards of the customer do from now on',
    z.strictObject({ works: z.boolean(), action: z.boolean().optional() }),
    ({ state }, { works, action }, id) => {
      const cards = state.cards.ofCustomer.get(id)
      if (!cards) throw complaint(404, `There is no card of ${id}`)
      const charging: Charging = works ? 'works' : action ? 'action' : 'declined'
      for (const card of cards) state.charging.set(card.id, charging)
      return { cards: cards.length, charging }
    },
  ),
  control(
    '/stand-in/customers/:id',
    '{ deleted: true }: deletes it, and ends what it has subscribed to',
    z.strictObject({ deleted: z.literal(true) }),
    async (world, _given, id) => {
      const own = world.state.subscriptions.ofCustomer.get(id) ?? []
      for (const row of own.filter((one) => !isOver(one))) force(world, row, 'canceled')
      deleteCustomer(world, livingCustomer(world, id))
      await delivered(world)
      return { id, deleted: true }
    },
  ),
  control(
    '/stand-in/subscriptions/:id',
    '{ status }: any status, also one that does not exist',
    z.strictObject({ status: z.string().min(1) }),
    async (world, { status }, id) => {
      const subscription = world.state.subscriptions.rows.get(id)
      if (!subscription) throw complaint(404, `There is no subscription ${id}`)
      force(world, subscription, status)
      await delivered(world)
      return { id, status }
    },
  ),
  control(
    '/stand-in/invoices/:id',
    "{ status: 'uncollectible' }",
    z.strictObject({ status: z.literal('uncollectible') }),
    async (world, { status }, id) => {
      const invoice = world.state.invoices.rows.get(id)
      if (!invoice) throw complaint(404, `There is no invoice ${id}`)
      markUncollectible(world, invoice)
      await delivered(world)
      return { id, status }
    },
  ),
  control(
    '/stand-in/settings',
    "{ afterRetries: 'unpaid' | 'canceled' | 'past_due' }: what becomes of a subscription after the last try",
    z.strictObject({ afterRetries: z.enum(['unpaid', 'canceled', 'past_due']) }),
    ({ state }, given) => Object.assign(state, given) && given,
  ),
  control(
    '/stand-in/faults',
    "{ of: 'stripe' | 'postmark', kind: 'none' | 'slow' | 'down' | 'lost' | 'nonsense' | 'error500', times, ms }: slow and lost do what was asked",
    z.strictObject({
      of: z.enum(['stripe', 'postmark']),
      kind: z.enum(faultKinds),
      times: z.int().min(1).optional(),
      ms: z.int().min(0).max(120_000).optional(),
    }),
    ({ faults }, { of, kind, times = Number.POSITIVE_INFINITY, ms = 10_000 }) => {
      faults[of] = { kind, times, ms }
      return { of, kind }
    },
  ),
  control(
    '/stand-in/bounce',
    '{ email }: mail to it comes back for good',
    z.strictObject({ email: z.string().includes('@') }),
    async (world, { email }) => {
      bounce(world, email)
      await delivered(world)
      return { email }
    },
  ),
]

export const isoNow = (world: World) => new Date(now(world) * 1_000).toISOString()

/** zod leaves what is absent as undefined, which the options do not know. */
function definedOf<T extends object>(given: T) {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}

export async function answerControl(world: World, path: string, body: string): Promise<Outgoing> {
  const found = controls.find((known) => patternOf(known.path).test(path))
  if (!found) return { status: 404, body: { message: `The stand-in has no ${path}` } }
  try {
    const given = await found.act(
      world,
      JSON.parse(asJson(body)),
      patternOf(found.path).exec(path)?.[1] ?? '',
    )
    world.changed()
    return { status: 200, body: given }
  } catch (error) {
    if (isFailure(error)) return { status: error.status, body: { message: error.message } }
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      return { status: 400, body: { message: error.message } }
    throw error
  }
}

/** The page's own form comes as one. */
const asJson = (body: string) =>
  /^[\s{]|^$/.test(body) ? body || '{}' : JSON.stringify(Object.fromEntries(new URLSearchParams(body)))

const patternOf = (path: string) => new RegExp(`^${path.replace(':id', '([^/]+)')}$`)

/** Everything but the keys of calls and what is written for webhooks. */
export function summary(world: World) {
  const { state, faults } = world
  const rows = <T>(table: { rows: Map<string, T> }) => [...table.rows.values()]
  return {
    now: isoNow(world),
    webhooks: state.webhooks,
    pendingWebhooks: state.deliveries.size,
    afterRetries: state.afterRetries,
    faults,
    customers: rows(state.customers),
    subscriptions: rows(state.subscriptions),
    invoices: rows(state.invoices),
    sessions: rows(state.sessions),
    setupIntents: rows(state.setupIntents),
    cards: rows(state.cards).map((card) => ({ ...card, charging: state.charging.get(card.id) })),
    events: rows(state.events).map(({ id, type, created }) => ({ id, type, created })),
    mails: state.mails.length,
    inactive: [...state.inactive],
  }
}

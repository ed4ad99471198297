import { z } from 'zod'
import { moveClock } from './clock.server'
import { EmulatorError, resourceMissing } from './errors.server'
import type { Response } from './loopback.server'
import { type Emulator, isoNow } from './state.server'
import { existingSubscription, setStatus } from './subscriptions.server'
import { webhooksSent } from './webhooks.server'

type Command = { path: string; help: string; run: (emulator: Emulator, params: unknown, id: string) => void }

function command<T extends z.ZodType>(
  path: string,
  help: string,
  schema: T,
  run: (emulator: Emulator, params: z.infer<T>, id: string) => void,
): Command {
  return { path, help, run: (emulator, params, id) => run(emulator, schema.parse(params), id) }
}

/** Each command is a POST request with a JSON body. */
export const commands = [
  command(
    '/emulator/clock',
    "{ advance: 'P3D' | seconds } or { to: instant }: all that becomes due happens in its order",
    z.strictObject({ advance: z.union([z.string(), z.number()]).optional(), to: z.string().optional() }),
    moveClock,
  ),
  command(
    '/emulator/customers/:id/card',
    '{ works: boolean }: whether the cards of the customer can be charged from now on',
    z.strictObject({ works: z.boolean() }),
    ({ state }, { works }, id) => {
      const cards = [...state.cards.values()].filter(({ customer }) => customer === id)
      if (cards.length === 0) throw resourceMissing('card of customer', id)
      for (const card of cards) {
        if (works) state.declined.delete(card.id)
        else state.declined.set(card.id, true)
      }
    },
  ),
  command(
    '/emulator/subscriptions/:id',
    '{ status }: sets any status, also one that Stripe does not have',
    z.strictObject({ status: z.string().min(1) }),
    (emulator, { status }, id) => setStatus(emulator, existingSubscription(emulator, id), status),
  ),
]

/** Runs a command. Responds after its webhooks have been sent. */
export async function runCommand(emulator: Emulator, path: string, body: string): Promise<Response> {
  const match = commands.find((candidate) => patternOf(candidate.path).test(path))
  if (!match) return reply(404, { message: `The emulator has no ${path}` })
  try {
    match.run(emulator, JSON.parse(asJson(body)), patternOf(match.path).exec(path)?.[1] ?? '')
  } catch (error) {
    if (error instanceof EmulatorError) return reply(error.status, { message: error.message })
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      return reply(400, { message: error.message })
    throw error
  }
  await webhooksSent(emulator)
  return reply(200, { now: isoNow(emulator) })
}

const reply = (status: number, body: object): Response => ({ status, body: JSON.stringify(body) })

/** Converts the URL-encoded form of the emulator's page to JSON. */
const asJson = (body: string) =>
  /^[\s{]|^$/.test(body) ? body || '{}' : JSON.stringify(Object.fromEntries(new URLSearchParams(body)))

const patternOf = (path: string) => new RegExp(`^${path.replace(':id', '([^/]+)')}$`)

/** The state without idempotency keys and the bodies of webhooks. */
export function stateSummary(emulator: Emulator) {
  const { customers, subscriptions, invoices, sessions, setupIntents, cards, deliveries } = emulator.state
  const tables = { customers, subscriptions, invoices, sessions, setupIntents, cards }
  const rows = Object.entries(tables).map(([name, table]) => [name, [...table.values()]])
  return { now: isoNow(emulator), pendingWebhooks: deliveries.size, ...Object.fromEntries(rows) }
}

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type Stripe from 'stripe'
import type { Card, Customer, Invoice, Session, SetupIntent, Subscription } from './objects.server'

export type Options = {
  /** File that stores the state across restarts. Without a file, the state is in memory only. */
  file?: string
  /** Without a URL, no webhooks are sent. */
  webhookUrl?: string
  webhookSecret: string
  /** Called when the state could not be stored. The next change stores it again. */
  onUnsaved?: (error: unknown) => void
  /** Called with the emulator's time in ms: at startup if the clock is ahead, and after each move. */
  onClock?: (now: number) => void
  /** Price of a month in pence. */
  amount: number
  /** Milliseconds until a webhook is sent again. The delay doubles with each attempt, up to an hour. */
  firstRetry?: number
  /** Maximum number of webhooks that are sent at the same time. */
  parallel?: number
  /** Status of a subscription after the last attempt to charge its invoice has failed. */
  afterRetries?: 'unpaid' | 'canceled' | 'past_due'
}

/** A webhook that its receiver has not acknowledged. */
export type Delivery = { id: string; payload: string; attempts: number }

/** Response to a request with an idempotency key. */
export type StoredResponse = { status: number; body: string; requestId: string; input: string; at: number }

/** Parameters of the subscription that a checkout session creates. */
export type Plan = { trialDays: number | null; metadata: Stripe.Metadata }

export type State = ReturnType<typeof emptyState>

const emptyState = () => ({
  /** Milliseconds by which the clock is ahead of real time. */
  offset: 0,
  /** The port of the last start, which the next one takes again if it is free. 0: none yet. */
  port: 0,
  /** Milliseconds by which each call of the API is delayed. */
  latency: 0,
  /** Time in seconds. All tasks that are due by then have run. */
  doneUntil: 0,
  /** A deleted customer can only be retrieved. */
  customers: new Map<string, Customer | Stripe.DeletedCustomer>(),
  cards: new Map<string, Card>(),
  subscriptions: new Map<string, Subscription>(),
  invoices: new Map<string, Invoice>(),
  sessions: new Map<string, Session>(),
  setupIntents: new Map<string, SetupIntent>(),
  /** Subscriptions for which the end of the trial was announced. */
  announced: new Map<string, true>(),
  /** Cards that are declined when they are charged. */
  declined: new Map<string, true>(),
  /** By id of the checkout session. */
  plans: new Map<string, Plan>(),
  deliveries: new Map<string, Delivery>(),
  /** By idempotency key. */
  responses: new Map<string, StoredResponse>(),
})

export type Emulator = {
  options: Options
  state: State
  /** Origin of the emulator. */
  url: string
  /** `onSent` is called with each webhook that has been sent, whatever the answer. */
  queue: {
    waiting: Delivery[]
    sending: Set<Delivery>
    onSent: Set<(delivery: Delivery) => void>
    isStopped: boolean
  }
  /** Time in seconds of the task that is running. */
  at?: number
}

/** The emulator's time in seconds, as in Stripe's objects. */
export const now = ({ at, state }: Emulator) => at ?? Math.floor((Date.now() + state.offset) / 1_000)

export const isoNow = (emulator: Emulator) => new Date(now(emulator) * 1_000).toISOString()

export const days = (count: number) => count * 86_400

export function add<T extends { id: string }>(table: Map<string, T>, row: T): T {
  table.set(row.id, row)
  return row
}

type StripeError = Pick<Stripe.StripeRawError, 'type' | 'code' | 'decline_code' | 'message' | 'param'>

/** An error that the emulator sends in the format of Stripe's API. */
export class EmulatorError extends Error {
  readonly error: StripeError
  constructor(
    readonly status: number,
    message: string,
    fields: Partial<StripeError> = {},
  ) {
    super(message)
    this.error = { type: 'invalid_request_error', ...fields, message }
  }
}

export const resourceMissing = (resource: string, id: string, { status = 404, param = 'id' } = {}) =>
  new EmulatorError(status, `No such ${resource}: '${id}'`, { code: 'resource_missing', param })

/** Throws Stripe's error for an object that does not exist. */
export function find<T>(table: Map<string, T>, resource: string, id: string, error = {}): T {
  const row = table.get(id)
  if (!row) throw resourceMissing(resource, id, error)
  return row
}

/** A page of Stripe's lists, newest first. */
export function listPage<T extends { id: string }>(
  rows: T[],
  { limit = 10, starting_after }: Stripe.PaginationParams,
) {
  const all = rows.toReversed()
  const before = all.findIndex(({ id }) => id === starting_after)
  if (starting_after && before < 0)
    throw resourceMissing('object', starting_after, { status: 400, param: 'starting_after' })
  const end = before + 1 + limit
  return { object: 'list', data: all.slice(before + 1, end), has_more: end < all.length }
}

export function readState(file?: string): State {
  const state = emptyState()
  if (!file || !existsSync(file)) return state
  const stored = JSON.parse(readFileSync(file, 'utf8'))
  const entries = Object.entries(state).map(([name, value]) => [
    name,
    value instanceof Map ? new Map(stored[name]) : (stored[name] ?? value),
  ])
  return Object.fromEntries(entries)
}

/** Replaces the file by a rename, so that it is complete even if the process is killed. Never throws. */
export function saveState({ options: { file, onUnsaved }, state }: Emulator) {
  if (!file) return
  const text = JSON.stringify(state, (_name, value) => (value instanceof Map ? [...value] : value))
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.new`, text, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch (error) {
    onUnsaved?.(error)
  }
}

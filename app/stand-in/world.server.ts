import { randomBytes } from 'node:crypto'
import type { Faults } from './faults.server'
import type { Delivery, State } from './state.server'

export type Options = {
  /** What the plan costs a month, in pence. */
  price: number
  /** State as JSON, so that a restart knows its customers; without it in memory. */
  file?: string
  /** Any free one unless told. */
  port?: number
  webhookUrl?: string
  webhookSecret: string
  postmarkWebhookUrl?: string
  /** Told the moved time, in milliseconds. */
  onClock?: (now: number) => void
  /** Milliseconds before a webhook that was not answered 2xx is sent again; doubles each time, up to an hour. */
  firstRetry?: number
  /** How many webhooks may be under way at once. */
  parallel?: number
}

/** What is to be sent now; a hand-over that failed comes back after its wait. */
type Deliveries = {
  queue: Delivery[]
  underWay: number
  timers: Set<NodeJS.Timeout>
  idle: (() => void)[]
  isStopped: boolean
}

export const noDeliveries = (): Deliveries => ({
  queue: [],
  underWay: 0,
  timers: new Set(),
  idle: [],
  isStopped: false,
})

/** Everything that a call may look at and change. */
export type World = {
  options: Options
  state: State
  deliveries: Deliveries
  faults: Faults
  /** Where it listens. */
  url: string
  /** While due things are done it is the time at which they fell due, in seconds. */
  at?: number
  /** The call that is being answered, as its events name it. */
  request?: { id: string; idempotency_key: string | null }
  changed: () => void
  /** What was changed outlives a crash from here on. */
  write: () => void
}

/** In seconds, as Stripe counts. */
export function now({ at, state }: World) {
  return at ?? Math.floor((Date.now() + state.ahead) / 1_000)
}

export const newId = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`

export const days = (count: number) => count * 86_400

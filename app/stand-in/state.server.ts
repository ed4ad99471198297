import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Models } from 'postmark'
import type Stripe from 'stripe'

export type Customer = Stripe.Customer
export type Card = Stripe.PaymentMethod & { customer: string }
export type Invoice = Stripe.Invoice & { customer: string }
export type Session = Stripe.Checkout.Session & {
  customer: string
  subscription: string | null
  setup_intent: string | null
}
export type SetupIntent = Stripe.SetupIntent & { customer: string; payment_method: string | null }
export type Subscription = Stripe.Subscription & {
  customer: string
  default_payment_method: string | null
  latest_invoice: string | null
}

/** What a card does when it is charged; `action` is declined until its owner confirms the payment. */
export type Charging = 'works' | 'declined' | 'action'

/** An event as it was then; `payload` is what is signed and sent. */
export type KeptEvent = { id: string; type: string; created: number; payload: string }

/** A message that its receiver has not acknowledged yet. */
export type Delivery = { id: string; to: 'stripe' | 'postmark'; payload: string; attempts: number }

export type Answer = { status: number; body: string; parameters: string; request: string; at: number }

export type SentMail = Models.OutboundMessage

type Row = { id: string; customer?: string | null | object }

/** Rows in the order in which they came, found by their id and by their customer's. */
export type Table<T extends Row> = { rows: Map<string, T>; ofCustomer: Map<string, T[]> }

export type State = ReturnType<typeof emptyState>

const emptyState = () => ({
  /** By how many milliseconds the clock is ahead of the real one. */
  ahead: 0,
  /** Everything that fell due up to here (in seconds) has been done. */
  doneUntil: 0,
  afterRetries: 'unpaid' as 'unpaid' | 'canceled' | 'past_due',
  webhooks: 'deliver' as 'deliver' | 'hold' | 'lose',
  customers: table<Customer>(),
  cards: table<Card>(),
  subscriptions: table<Subscription>(),
  invoices: table<Invoice>(),
  sessions: table<Session>(),
  setupIntents: table<SetupIntent>(),
  events: table<KeptEvent>(),
  /** By card. */
  charging: new Map<string, Charging>(),
  /** What a checkout session's subscription is to be like. */
  plans: new Map<string, CheckoutPlan>(),
  deliveries: new Map<string, Delivery>(),
  answers: new Map<string, Answer>(),
  mails: [] as SentMail[],
  inactive: new Set<string>(),
})

export type CheckoutPlan = { trialDays: number | null; metadata: Stripe.Metadata }

function table<T extends Row>(): Table<T> {
  return { rows: new Map(), ofCustomer: new Map() }
}

export function add<T extends Row>({ rows, ofCustomer }: Table<T>, row: T): T {
  rows.set(row.id, row)
  if (typeof row.customer !== 'string') return row
  const siblings = ofCustomer.get(row.customer)
  if (siblings) siblings.push(row)
  else ofCustomer.set(row.customer, [row])
  return row
}

export function readState(file?: string): State {
  const state = emptyState()
  if (!file || !existsSync(file)) return state
  const kept: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'))
  return Object.assign(
    state,
    Object.fromEntries(
      Object.entries(state).map(([name, value]) => [name, restored(value, kept[name] ?? value)]),
    ),
  )
}

/** Maps and sets are kept as lists, tables as their rows. */
function restored(model: unknown, kept: unknown) {
  if (kept === model) return model
  if (model instanceof Set) return new Set(kept as unknown[])
  if (model instanceof Map) return new Map(kept as [string, unknown][])
  if (!isTable(model)) return kept
  const filled = table()
  for (const row of kept as Row[]) add(filled, row)
  return filled
}

function isTable(value: unknown): value is Table<Row> {
  return typeof value === 'object' && value !== null && 'ofCustomer' in value
}

function asJson(state: State) {
  return JSON.stringify(state, (_name, value) => {
    if (isTable(value)) return [...value.rows.values()]
    return value instanceof Map || value instanceof Set ? [...value] : value
  })
}

/** Writes before an answer, and soon after any other change: many changes at once, never for more than a tenth of the time. */
export function keeper(state: State, file?: string) {
  let timer: NodeJS.Timeout | undefined
  let wait = 50
  let isChanged = false
  let isClosed = false

  function write() {
    clearTimeout(timer)
    timer = undefined
    if (!file || !isChanged) return
    isChanged = false
    const started = performance.now()
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.new`, asJson(state), { mode: 0o600 })
    renameSync(`${file}.new`, file)
    wait = Math.max(50, 10 * (performance.now() - started))
  }

  return {
    changed: () => {
      isChanged = true
      if (file && !isClosed) timer ??= setTimeout(write, wait).unref()
    },
    write,
    /** Writes for the last time: the next one to open the file has it alone. */
    close: () => {
      write()
      isClosed = true
    },
  }
}

import { ownCard } from './cards.server'
import { change, emit } from './events.server'
import { failure } from './failure.server'
import { newInvoice } from './objects.server'
import { add, type Charging, type Customer, type Invoice, type Subscription } from './state.server'
import { days, newId, now, type World } from './world.server'

/** Days after the first try on which an unpaid invoice is tried again. */
const retryDays = [1, 3, 5, 7]
const draftFor = 3_600

type Draft = {
  reason: 'subscription_create' | 'subscription_cycle'
  total: number
  start: number
  end: number
}

/** What a subscription is to pay for a period. An invoice of an unpaid one stays a draft until somebody asks for it. */
export function invoiceFor(world: World, subscription: Subscription, { reason, total, ...period }: Draft) {
  const created = now(world)
  const isFirst = reason === 'subscription_create'
  const invoice = newInvoice(created, {
    subscription,
    customer: world.state.customers.rows.get(subscription.customer) as Customer,
    reason,
    total,
    period,
    finalizesAt: isFirst || subscription.status === 'unpaid' ? null : created + draftFor,
  })
  add(world.state.invoices, invoice)
  subscription.latest_invoice = invoice.id
  emit(world, 'invoice.created', invoice)
  return invoice
}

export function finalize(world: World, invoice: Invoice) {
  invoice.status = 'open'
  invoice.number = newId('').slice(1, 9).toUpperCase()
  invoice.automatically_finalizes_at = null
  invoice.effective_at = now(world)
  invoice.status_transitions.finalized_at = now(world)
  emit(world, 'invoice.finalized', invoice)
}

export const subscriptionOf = ({ state }: World, { parent }: Invoice) =>
  state.subscriptions.rows.get(String(parent?.subscription_details?.subscription)) as Subscription

/** The card that pays for a subscription: its own before its customer's. */
function cardOf({ state }: World, subscription: Subscription) {
  const customer = state.customers.rows.get(subscription.customer)
  const fallback = customer?.invoice_settings.default_payment_method
  return subscription.default_payment_method ?? (typeof fallback === 'string' ? fallback : undefined)
}

/** Takes the money, if there is a card that gives it. */
export function charge(world: World, invoice: Invoice, card = cardOf(world, subscriptionOf(world, invoice))) {
  const charging = invoice.amount_due === 0 ? 'works' : chargingOf(world, card)
  if (charging === 'works') pay(world, invoice)
  else fail(world, invoice, charging)
  return charging
}

const chargingOf = ({ state }: World, card: string | undefined): Charging =>
  (card && state.charging.get(card)) || 'declined'

export function pay(world: World, invoice: Invoice) {
  if (invoice.amount_due > 0) countAttempt(invoice)
  invoice.attempted = true
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.next_payment_attempt = null
  invoice.status_transitions.paid_at = now(world)
  emit(world, 'invoice.paid', invoice)
  heal(world, subscriptionOf(world, invoice))
}

function countAttempt(invoice: Invoice) {
  invoice.attempted = true
  invoice.attempt_count += 1
}

/** Something is owed. */
export const healable: string[] = ['incomplete', 'past_due', 'unpaid']

/** Nothing is owed any more. */
function heal(world: World, subscription: Subscription) {
  if (!healable.includes(subscription.status) || openInvoicesOf(world, subscription).length > 0) return
  change(world, 'customer.subscription.updated', subscription, (row) => {
    row.status = 'active'
  })
}

/** The last payment has not been made after all. */
export function reopen({ state }: World, { latest_invoice }: Subscription) {
  const invoice = state.invoices.rows.get(latest_invoice ?? '')
  if (!invoice) return
  invoice.status = 'open'
  invoice.amount_paid = 0
  invoice.amount_remaining = invoice.amount_due
  invoice.status_transitions.paid_at = null
}

export const invoicesOf = ({ state }: World, { id, customer }: Subscription) =>
  (state.invoices.ofCustomer.get(customer) ?? []).filter(
    ({ parent }) => parent?.subscription_details?.subscription === id,
  )

export const openInvoicesOf = (world: World, subscription: Subscription) =>
  invoicesOf(world, subscription).filter(({ status }) => status === 'open')

/** When it is sent, or tried again. */
export const dueAt = ({ status, automatically_finalizes_at, next_payment_attempt }: Invoice) =>
  status === 'draft' ? automatically_finalizes_at : status === 'open' ? next_payment_attempt : null

/** Nothing more is asked for by itself. */
export function leaveAlone(invoice: Invoice) {
  invoice.automatically_finalizes_at = null
  invoice.next_payment_attempt = null
  invoice.auto_advance = false
}

function fail(world: World, invoice: Invoice, charging: Charging) {
  countAttempt(invoice)
  const subscription = subscriptionOf(world, invoice)
  emit(world, 'invoice.payment_failed', invoice)
  if (charging === 'action') emit(world, 'invoice.payment_action_required', invoice)
  if (subscription.status === 'active' || subscription.status === 'trialing') {
    change(world, 'customer.subscription.updated', subscription, (row) => {
      row.status = 'past_due'
    })
  }
}

/** The invoice falls due: it is sent, and tried now and after days. Says whether there is a try left. */
export function collect(world: World, invoice: Invoice) {
  if (invoice.status === 'draft') finalize(world, invoice)
  const first = invoice.status_transitions.finalized_at ?? now(world)
  invoice.next_payment_attempt =
    retryDays.map((day) => first + days(day)).find((at) => at > now(world)) ?? null
  return charge(world, invoice) === 'works' || invoice.next_payment_attempt !== null
}

/** `POST /v1/invoices/:id/pay` */
export function payInvoice(world: World, invoice: Invoice, card?: string) {
  if (invoice.status === 'paid') throw failure(400, 'Invoice is already paid')
  if (invoice.status === 'void') throw failure(400, 'This invoice can no longer be paid')
  if (invoice.status === 'draft') finalize(world, invoice)
  if (card) ownCard(world, invoice.customer, card)
  const held = card ?? cardOf(world, subscriptionOf(world, invoice))
  if (!held) throw failure(400, 'This customer has no attached payment source or default payment method.')
  const charging = charge(world, invoice, held)
  if (charging === 'works') return invoice
  throw charging === 'action'
    ? failure(402, 'This payment requires additional user action before it can be completed successfully.', {
        code: 'invoice_payment_intent_requires_action',
        type: 'card_error',
      })
    : failure(402, 'Your card was declined.', {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'generic_decline',
      })
}

export function voidInvoice(world: World, invoice: Invoice) {
  leaveAlone(invoice)
  invoice.status = 'void'
  invoice.status_transitions.voided_at = now(world)
  emit(world, 'invoice.voided', invoice)
}

export function markUncollectible(world: World, invoice: Invoice) {
  leaveAlone(invoice)
  invoice.status = 'uncollectible'
  invoice.status_transitions.marked_uncollectible_at = now(world)
  emit(world, 'invoice.marked_uncollectible', invoice)
}

import type Stripe from 'stripe'
import { requireCardOfCustomer } from './customers.server'
import { type Draft, type Invoice, newInvoice, type Subscription } from './objects.server'
import { add, days, type Emulator, EmulatorError, find, listPage, now } from './state.server'
import { emit } from './webhooks.server'

/** An unpaid invoice is charged again this many days after the first attempt. */
const retryDays = [1, 3, 5, 7]

export function addInvoice(emulator: Emulator, subscription: Subscription, draft: Draft) {
  const invoice = add(emulator.state.invoices, newInvoice(now(emulator), subscription, draft))
  subscription.latest_invoice = invoice.id
  emit(emulator, 'invoice.created', invoice)
  return invoice
}

export function finalize(emulator: Emulator, invoice: Invoice) {
  invoice.status = 'open'
  invoice.automatically_finalizes_at = null
  invoice.status_transitions.finalized_at = now(emulator)
  emit(emulator, 'invoice.finalized', invoice)
}

const subscriptionOf = ({ state }: Emulator, { parent }: Invoice) =>
  state.subscriptions.get(parent.subscription_details.subscription) as Subscription

/** Charges a card, by default that of the subscription. Returns whether the payment succeeded. */
export function charge(emulator: Emulator, invoice: Invoice, card?: string) {
  invoice.attempt_count += 1
  const cardId = card ?? subscriptionOf(emulator, invoice).default_payment_method
  const isPaid = !emulator.state.declined.has(cardId)
  if (isPaid) pay(emulator, invoice)
  else fail(emulator, invoice)
  return isPaid
}

export function pay(emulator: Emulator, invoice: Invoice) {
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.next_payment_attempt = null
  emit(emulator, 'invoice.paid', invoice)
  const subscription = subscriptionOf(emulator, invoice)
  const hasOpenInvoice = invoicesOf(emulator, subscription).some(({ status }) => status === 'open')
  if (hasOpenInvoice || !unpaidStatuses.includes(subscription.status)) return
  subscription.status = 'active'
  emit(emulator, 'customer.subscription.updated', subscription)
}

/** Statuses that end when the open invoices are paid. */
export const unpaidStatuses: string[] = ['incomplete', 'past_due', 'unpaid']

function fail(emulator: Emulator, invoice: Invoice) {
  const subscription = subscriptionOf(emulator, invoice)
  emit(emulator, 'invoice.payment_failed', invoice)
  if (subscription.status !== 'active' && subscription.status !== 'trialing') return
  subscription.status = 'past_due'
  emit(emulator, 'customer.subscription.updated', subscription)
}

export const invoicesOf = ({ state }: Emulator, { id }: Subscription) =>
  [...state.invoices.values()].filter(({ parent }) => parent.subscription_details.subscription === id)

/** Time in seconds when an invoice is finalized or charged again. Null if neither will happen. */
export const dueTime = ({ status, automatically_finalizes_at, next_payment_attempt }: Invoice) =>
  status === 'draft' ? automatically_finalizes_at : status === 'open' ? next_payment_attempt : null

export function stopCollection(invoice: Invoice) {
  invoice.automatically_finalizes_at = null
  invoice.next_payment_attempt = null
  invoice.auto_advance = false
}

/** Charges an invoice that is due. Returns false when the final attempt has failed. */
export function collect(emulator: Emulator, invoice: Invoice) {
  if (invoice.status === 'draft') finalize(emulator, invoice)
  const first = invoice.status_transitions.finalized_at ?? now(emulator)
  const retries = retryDays.map((count) => first + days(count))
  invoice.next_payment_attempt = retries.find((at) => at > now(emulator)) ?? null
  return charge(emulator, invoice) || invoice.next_payment_attempt !== null
}

export function listInvoices({ state }: Emulator, params: Stripe.InvoiceListParams) {
  const found = [...state.invoices.values()].filter(
    ({ parent }) => !params.subscription || parent.subscription_details.subscription === params.subscription,
  )
  return listPage(found, params)
}

export function payInvoice(emulator: Emulator, params: Stripe.InvoicePayParams, id: string) {
  const { payment_method: card } = params
  const invoice = find(emulator.state.invoices, 'invoice', id)
  if (invoice.status === 'paid') throw new EmulatorError(400, 'Invoice is already paid')
  if (card) requireCardOfCustomer(emulator, invoice.customer, card)
  if (invoice.status === 'draft') finalize(emulator, invoice)
  if (charge(emulator, invoice, card)) return invoice
  throw new EmulatorError(402, 'Your card was declined.', {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
  })
}

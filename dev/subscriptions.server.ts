import type Stripe from 'stripe'
import { announceTrialEnd, endSubscription, monthsAfter, warnBefore } from './billing-cycle.server'
import { requireCardOfCustomer, requireCustomer } from './customers.server'
import { addInvoice, charge, finalize, pay, unpaidStatuses } from './invoices.server'
import { newSubscription, type Subscription } from './objects.server'
import {
  add,
  days,
  type Emulator,
  EmulatorError,
  find,
  listPage,
  now,
  type Plan,
  resourceMissing,
} from './state.server'
import { emit } from './webhooks.server'

/** Creates a subscription, which starts with a trial or with the first payment. */
export function subscribe(emulator: Emulator, customer: string, card: string, plan: Plan) {
  const start = now(emulator)
  const trialEnd = plan.trialDays === null ? null : start + days(plan.trialDays)
  const periodEnd = trialEnd ?? monthsAfter(start, 1)
  const { metadata } = plan
  const subscription = newSubscription(start, { customer, card, periodEnd, trialEnd, metadata })
  add(emulator.state.subscriptions, subscription)
  emit(emulator, 'customer.subscription.created', subscription)
  const total = trialEnd ? 0 : emulator.options.amount
  const invoice = addInvoice(emulator, subscription, { reason: 'subscription_create', total })
  finalize(emulator, invoice)
  pay(emulator, invoice)
  if (trialEnd && trialEnd - warnBefore <= start) announceTrialEnd(emulator, subscription)
  return subscription
}

export const isOver = ({ status }: Subscription) => status === 'canceled' || status === 'incomplete_expired'

export const retrieveSubscription = ({ state }: Emulator, _params: unknown, id: string) =>
  find(state.subscriptions, 'subscription', id)

/** Without `status`, lists the subscriptions that are not canceled. */
export function listSubscriptions(emulator: Emulator, params: Stripe.SubscriptionListParams) {
  const { customer, status } = params
  if (customer) requireCustomer(emulator, customer)
  const found = [...emulator.state.subscriptions.values()].filter((row) => {
    if (customer && row.customer !== customer) return false
    if (status === undefined) return row.status !== 'canceled'
    return status === 'all' || (status === 'ended' ? isOver(row) : row.status === status)
  })
  return listPage(found, params)
}

export function updateSubscription(emulator: Emulator, params: Stripe.SubscriptionUpdateParams, id: string) {
  const subscription = retrieveSubscription(emulator, params, id)
  const { cancel_at_period_end: atPeriodEnd, cancel_at, default_payment_method: card } = params
  if (isOver(subscription)) {
    const message = 'A canceled subscription can only update its cancellation_details and metadata.'
    throw new EmulatorError(400, message)
  }
  if (card) requireCardOfCustomer(emulator, subscription.customer, card)
  if (card) subscription.default_payment_method = card
  const periodEnd = subscription.items.data[0].current_period_end
  if (atPeriodEnd !== undefined)
    setCancelAt(emulator, subscription, atPeriodEnd ? periodEnd : null, atPeriodEnd)
  if (cancel_at !== undefined)
    setCancelAt(emulator, subscription, typeof cancel_at === 'number' ? cancel_at : null)
  emit(emulator, 'customer.subscription.updated', subscription)
  return subscription
}

/** Cancels immediately. */
export function cancelSubscription(emulator: Emulator, params: Stripe.SubscriptionCancelParams, id: string) {
  const subscription = retrieveSubscription(emulator, params, id)
  if (isOver(subscription)) throw resourceMissing('subscription', id)
  endSubscription(emulator, subscription, 'cancellation_requested')
  return subscription
}

function setCancelAt(emulator: Emulator, row: Subscription, at: number | null, atPeriodEnd = false) {
  row.cancel_at_period_end = atPeriodEnd
  row.cancel_at = at
  row.canceled_at = at === null ? null : now(emulator)
  row.cancellation_details = { reason: at === null ? null : 'cancellation_requested' }
}

/** Starts a new period, which is charged immediately. */
export function resumeSubscription(emulator: Emulator, params: unknown, id: string) {
  const subscription = retrieveSubscription(emulator, params, id)
  if (subscription.status !== 'paused')
    throw new EmulatorError(400, 'You can only resume a paused subscription.')
  const start = now(emulator)
  const [item] = subscription.items.data
  subscription.status = 'active'
  subscription.billing_cycle_anchor = start
  item.current_period_start = start
  item.current_period_end = monthsAfter(start, 1)
  emit(emulator, 'customer.subscription.resumed', subscription)
  const total = emulator.options.amount
  const invoice = addInvoice(emulator, subscription, { reason: 'subscription_cycle', total })
  finalize(emulator, invoice)
  charge(emulator, invoice)
  return subscription
}

/** Sets any status, even one that Stripe does not have. An unpaid status reopens the latest invoice. */
export function setStatus(emulator: Emulator, subscription: Subscription, status: string) {
  if (status === 'canceled') return endSubscription(emulator, subscription, 'cancellation_requested')
  const invoice = emulator.state.invoices.get(subscription.latest_invoice ?? '')
  if (invoice && unpaidStatuses.includes(status)) Object.assign(invoice, { status: 'open', amount_paid: 0 })
  subscription.status = status as Subscription['status']
  subscription.ended_at = isOver(subscription) ? now(emulator) : null
  emit(emulator, 'customer.subscription.updated', subscription)
}

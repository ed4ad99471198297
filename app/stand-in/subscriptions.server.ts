import { DateTime } from 'luxon'
import type Stripe from 'stripe'
import { ownCard } from './cards.server'
import { change, emit } from './events.server'
import { failure } from './failure.server'
import {
  charge,
  collect,
  dueAt,
  finalize,
  healable,
  invoiceFor,
  invoicesOf,
  leaveAlone,
  openInvoicesOf,
  pay,
  reopen,
  voidInvoice,
} from './invoices.server'
import { monthlyAmount, newSubscription } from './objects.server'
import { add, type CheckoutPlan, type Invoice, type Subscription } from './state.server'
import { days, now, type World } from './world.server'

const updated = 'customer.subscription.updated'
const warnedBefore = days(3)
const incompleteFor = 23 * 3_600

/** Begins with a trial, or with a first payment. */
export function subscribe(
  world: World,
  customer: string,
  card: string,
  { trialDays, metadata }: CheckoutPlan,
) {
  const start = now(world)
  const trialEnd = trialDays === null ? null : start + days(trialDays)
  const period = { start, end: trialEnd ?? monthsAfter(start, 1) }
  const given = { customer, card, period, trialEnd, metadata }
  const subscription = add(world.state.subscriptions, newSubscription(start, given))
  emit(world, 'customer.subscription.created', subscription)
  const total = trialEnd ? 0 : monthlyAmount()
  const invoice = invoiceFor(world, subscription, { reason: 'subscription_create', total, ...period })
  finalize(world, invoice)
  pay(world, invoice)
  if (trialEnd && trialEnd - warnedBefore <= start) warn(world, subscription)
  return subscription
}

function warn(world: World, subscription: Subscription) {
  emit(world, 'customer.subscription.trial_will_end', subscription)
}

/** The same day of the month, or its last. */
const monthsAfter = (seconds: number, months: number) =>
  DateTime.fromSeconds(seconds, { zone: 'utc' }).plus({ months }).toSeconds()

const endOf = ({ items }: Subscription) => items.data[0]?.current_period_end ?? 0

function nextEnd({ billing_cycle_anchor: anchor, items }: Subscription) {
  const end = items.data[0]?.current_period_end ?? 0
  const months = Math.round((end - anchor) / days(30.44))
  return [months, months + 1, months + 2]
    .map((count) => monthsAfter(anchor, count))
    .find((at) => at > end) as number
}

/** The next period begins, with an invoice that is sent an hour later. */
function renew(world: World, subscription: Subscription) {
  const period = { start: endOf(subscription), end: nextEnd(subscription) }
  change(world, updated, subscription, (row) => {
    for (const item of row.items.data) {
      item.current_period_start = period.start
      item.current_period_end = period.end
    }
    if (row.status === 'trialing') row.status = 'active'
    invoiceFor(world, row, { reason: 'subscription_cycle', total: monthlyAmount(), ...period })
  })
}

export type Due = { at: number; act: (world: World, subscription: Subscription) => unknown }

/** What happens to it next by itself after a time, and when. */
export function nextOf(world: World, subscription: Subscription, after: number): Due | undefined {
  const { status, trial_end, cancel_at, created } = subscription
  const isRunning = ['trialing', 'active', 'past_due', 'unpaid'].includes(status)
  const warning = status === 'trialing' && trial_end !== null ? trial_end - warnedBefore : 0
  const dues: Due[] = [
    ...(warning > after ? [{ at: warning, act: warn }] : []),
    ...(isRunning && cancel_at !== null ? [{ at: cancel_at, act: endAsAsked }] : []),
    ...(isRunning ? [{ at: endOf(subscription), act: renew }] : []),
    ...(status === 'incomplete' ? [{ at: created + incompleteFor, act: expire }] : []),
    ...invoicesOf(world, subscription).flatMap(collection),
  ]
  return dues.reduce<Due | undefined>((first, due) => (first && first.at <= due.at ? first : due), undefined)
}

/** An invoice is sent, then tried again. */
function collection(invoice: Invoice): Due[] {
  const at = dueAt(invoice)
  if (at === null) return []
  return [{ at, act: (world, subscription) => collect(world, invoice) || giveUp(world, subscription) }]
}

const endAsAsked = (world: World, subscription: Subscription) =>
  end(world, subscription, 'cancellation_requested')

function end(world: World, subscription: Subscription, reason: 'cancellation_requested' | 'payment_failed') {
  subscription.status = 'canceled'
  subscription.ended_at = now(world)
  subscription.canceled_at ??= now(world)
  subscription.cancellation_details = { ...noDetails, ...subscription.cancellation_details, reason }
  for (const invoice of invoicesOf(world, subscription)) leaveAlone(invoice)
  emit(world, 'customer.subscription.deleted', subscription)
}

const noDetails = { comment: null, feedback: null, feedback_option: null }

function expire(world: World, subscription: Subscription) {
  for (const invoice of openInvoicesOf(world, subscription)) voidInvoice(world, invoice)
  change(world, updated, subscription, (row) => {
    row.status = 'incomplete_expired'
    row.ended_at = now(world)
  })
}

/** After the last try it goes as the account is set. */
function giveUp(world: World, subscription: Subscription) {
  const status = world.state.afterRetries
  if (status === 'canceled') return end(world, subscription, 'payment_failed')
  change(world, updated, subscription, (row) => {
    row.status = status
  })
}

export const isOver = ({ status }: Subscription) => status === 'canceled' || status === 'incomplete_expired'

/** `POST /v1/subscriptions/:id` */
export function updateSubscription(
  world: World,
  subscription: Subscription,
  given: Stripe.SubscriptionUpdateParams,
) {
  const { cancel_at_period_end, cancel_at, default_payment_method } = given
  if (isOver(subscription)) {
    throw failure(400, 'A canceled subscription can only update its cancellation_details and metadata.')
  }
  if (default_payment_method) ownCard(world, subscription.customer, default_payment_method)
  change(world, updated, subscription, (row) => {
    if (default_payment_method) row.default_payment_method = default_payment_method
    if (cancel_at_period_end !== undefined)
      askToEnd(world, row, cancel_at_period_end ? endOf(row) : null, cancel_at_period_end)
    if (typeof cancel_at === 'number') askToEnd(world, row, cancel_at, false)
    if (cancel_at === '' || cancel_at === null) askToEnd(world, row, null, false)
  })
  return subscription
}

function askToEnd(world: World, row: Subscription, at: number | null, atPeriodEnd: boolean) {
  row.cancel_at_period_end = atPeriodEnd
  row.cancel_at = at
  row.canceled_at = at === null ? null : now(world)
  const reason = at === null ? null : 'cancellation_requested'
  row.cancellation_details = { ...noDetails, ...row.cancellation_details, reason }
}

/** `POST /v1/subscriptions/:id/resume`: a new period begins, and is paid at once if there is a card that works. */
export function resumeSubscription(world: World, subscription: Subscription) {
  if (subscription.status !== 'paused') throw failure(400, 'You can only resume a paused subscription.')
  const period = { start: now(world), end: monthsAfter(now(world), 1) }
  change(world, 'customer.subscription.resumed', subscription, (row) => {
    row.status = 'active'
    row.billing_cycle_anchor = period.start
    for (const item of row.items.data) {
      item.current_period_start = period.start
      item.current_period_end = period.end
    }
  })
  const given = { reason: 'subscription_cycle', total: monthlyAmount(), ...period } as const
  const invoice = invoiceFor(world, subscription, given)
  finalize(world, invoice)
  charge(world, invoice)
  return subscription
}

/** Any status, also one that Stripe may think of later, with what goes with it. */
export function force(world: World, subscription: Subscription, status: string) {
  const was = subscription.status
  if (status === 'canceled') return end(world, subscription, 'cancellation_requested')
  if (healable.includes(status)) reopen(world, subscription)
  change(world, updated, subscription, (row) => {
    row.status = status as Subscription['status']
    row.ended_at = isOver(row) ? now(world) : null
  })
  if (status === 'paused') emit(world, 'customer.subscription.paused', subscription)
  else if (was === 'paused') emit(world, 'customer.subscription.resumed', subscription)
}

import { DateTime } from 'luxon'
import { addInvoice, collect, dueTime, invoicesOf, stopCollection } from './invoices.server'
import type { Invoice } from './objects/invoice.server'
import type { Subscription } from './objects/subscription.server'
import { days, type Emulator, now, priceOf } from './state.server'
import { emit } from './webhooks.server'

/** A trial's end is announced this long before it. */
export const warnBefore = days(3)
/** A renewal is charged this long after its invoice was drafted. */
const draftTime = 3_600

/** The same day of a later month, or that month's last day. */
export const monthsAfter = (seconds: number, months: number) =>
  DateTime.fromSeconds(seconds, { zone: 'utc' }).plus({ months }).toSeconds()

export type Due = { at: number; act: () => void }

/** What happens to a subscription next by itself, after the time `after`. */
export function nextDue(emulator: Emulator, subscription: Subscription, after: number): Due | undefined {
  const { status, trial_end, cancel_at, items } = subscription
  const isRunning = ['trialing', 'active', 'past_due', 'unpaid'].includes(status)
  const warning = status === 'trialing' && trial_end !== null ? trial_end - warnBefore : 0
  const dues: Due[] = invoicesOf(emulator, subscription).flatMap((invoice) =>
    collection(emulator, subscription, invoice),
  )
  if (isRunning)
    dues.unshift({ at: items.data[0].current_period_end, act: () => renew(emulator, subscription) })
  if (isRunning && cancel_at !== null) {
    const act = () => endSubscription(emulator, subscription, 'cancellation_requested')
    dues.unshift({ at: cancel_at, act })
  }
  if (warning > after) {
    const act = () => emit(emulator, 'customer.subscription.trial_will_end', subscription)
    dues.unshift({ at: warning, act })
  }
  return dues.sort((a, b) => a.at - b.at)[0]
}

function collection(emulator: Emulator, subscription: Subscription, invoice: Invoice): Due[] {
  const at = dueTime(invoice)
  const act = () => void (collect(emulator, invoice) || giveUp(emulator, subscription))
  return at === null ? [] : [{ at, act }]
}

/** Starts the next period. The invoice of an unpaid subscription stays a draft until it is paid by hand. */
function renew(emulator: Emulator, subscription: Subscription) {
  const [item] = subscription.items.data
  const period = { start: item.current_period_end, end: nextPeriodEnd(subscription) }
  item.current_period_start = period.start
  item.current_period_end = period.end
  if (subscription.status === 'trialing') subscription.status = 'active'
  const finalizesAt = subscription.status === 'unpaid' ? null : now(emulator) + draftTime
  const total = priceOf(emulator)
  addInvoice(emulator, subscription, { reason: 'subscription_cycle', total, period, finalizesAt })
  emit(emulator, 'customer.subscription.updated', subscription)
}

/** Counted from the anchor, so that a short month does not move the day for good. */
function nextPeriodEnd({ billing_cycle_anchor: anchor, items }: Subscription) {
  const end = items.data[0].current_period_end
  const months = Math.round((end - anchor) / days(30.44))
  return [months, months + 1, months + 2]
    .map((count) => monthsAfter(anchor, count))
    .find((at) => at > end) as number
}

export function endSubscription(
  emulator: Emulator,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
) {
  subscription.status = 'canceled'
  subscription.ended_at = now(emulator)
  subscription.canceled_at ??= now(emulator)
  subscription.cancellation_details = { reason }
  for (const invoice of invoicesOf(emulator, subscription)) stopCollection(invoice)
  emit(emulator, 'customer.subscription.deleted', subscription)
}

function giveUp(emulator: Emulator, subscription: Subscription) {
  const { afterRetries = 'unpaid' } = emulator.options
  if (afterRetries === 'canceled') return endSubscription(emulator, subscription, 'payment_failed')
  subscription.status = afterRetries
  emit(emulator, 'customer.subscription.updated', subscription)
}

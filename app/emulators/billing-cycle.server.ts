import { DateTime } from 'luxon'
import { addInvoice, collect, dueTime, invoicesOf, stopCollection } from './invoices.server'
import type { Invoice } from './objects/invoice.server'
import type { Subscription } from './objects/subscription.server'
import { days, type Emulator, now, priceOf } from './state.server'
import { emit } from './webhooks.server'

/** Seconds between `trial_will_end` and the end of a trial. */
export const warnBefore = days(3)
/** Seconds for which the invoice of a renewal stays a draft before it is charged. */
const draftTime = 3_600

/** The same day of a later month, or that month's last day. */
export const monthsAfter = (seconds: number, months: number) =>
  DateTime.fromSeconds(seconds, { zone: 'utc' }).plus({ months }).toSeconds()

export type Task = { at: number; run: () => void }

/**
 * The next scheduled task of a subscription. Warnings about the end of a trial until the time `after` have been sent.
 */
export function nextTask(emulator: Emulator, subscription: Subscription, after: number): Task | undefined {
  const { status, trial_end, cancel_at, items } = subscription
  const isRunning = ['trialing', 'active', 'past_due', 'unpaid'].includes(status)
  const warning = status === 'trialing' && trial_end !== null ? trial_end - warnBefore : 0
  const tasks: Task[] = invoicesOf(emulator, subscription).flatMap((invoice) =>
    collectionTasks(emulator, subscription, invoice),
  )
  if (isRunning)
    tasks.unshift({ at: items.data[0].current_period_end, run: () => renew(emulator, subscription) })
  if (isRunning && cancel_at !== null) {
    const run = () => endSubscription(emulator, subscription, 'cancellation_requested')
    tasks.unshift({ at: cancel_at, run })
  }
  if (warning > after) {
    const run = () => emit(emulator, 'customer.subscription.trial_will_end', subscription)
    tasks.unshift({ at: warning, run })
  }
  return tasks.sort((a, b) => a.at - b.at)[0]
}

function collectionTasks(emulator: Emulator, subscription: Subscription, invoice: Invoice): Task[] {
  const at = dueTime(invoice)
  const run = () => void (collect(emulator, invoice) || stopRetries(emulator, subscription))
  return at === null ? [] : [{ at, run }]
}

/** Starts the next period. The invoice of an unpaid subscription stays a draft until `payInvoice` pays it. */
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

/** Counts the months from the anchor, so that the day of the month is the same again after a shorter month. */
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

/** Sets the status after the last retry has failed. */
function stopRetries(emulator: Emulator, subscription: Subscription) {
  const { afterRetries = 'unpaid' } = emulator.options
  if (afterRetries === 'canceled') return endSubscription(emulator, subscription, 'payment_failed')
  subscription.status = afterRetries
  emit(emulator, 'customer.subscription.updated', subscription)
}

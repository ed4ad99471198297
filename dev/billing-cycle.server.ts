import { DateTime } from 'luxon'
import { addInvoice, collect, dueTime, invoicesOf, stopCollection } from './invoices.server'
import type { Subscription } from './objects.server'
import { days, type Emulator, now } from './state.server'
import { emit } from './webhooks.server'

/** Seconds between `trial_will_end` and the end of a trial. */
export const warnBefore = days(3)
/** Seconds for which the invoice of a renewal stays a draft before it is charged. */
const draftTime = 3_600

/** The same day of a later month, or that month's last day. */
export const monthsAfter = (seconds: number, months: number) =>
  DateTime.fromSeconds(seconds, { zone: 'utc' }).plus({ months }).toSeconds()

export type Task = { at: number; run: () => void }

/** Announces the end of a trial. */
export function announceTrialEnd(emulator: Emulator, subscription: Subscription) {
  emulator.state.announced.set(subscription.id, true)
  emit(emulator, 'customer.subscription.trial_will_end', subscription)
}

/** The scheduled tasks of a subscription. */
export function tasksOf(emulator: Emulator, subscription: Subscription) {
  const { status, trial_end, cancel_at, items } = subscription
  const tasks: Task[] = []
  const schedule = (at: number | null, run: () => void) => at !== null && tasks.push({ at, run })
  if (status === 'trialing' && trial_end && !emulator.state.announced.has(subscription.id))
    schedule(trial_end - warnBefore, () => announceTrialEnd(emulator, subscription))
  if (['trialing', 'active', 'past_due', 'unpaid'].includes(status)) {
    schedule(cancel_at, () => endSubscription(emulator, subscription, 'cancellation_requested'))
    schedule(items.data[0].current_period_end, () => renew(emulator, subscription))
  }
  for (const invoice of invoicesOf(emulator, subscription))
    schedule(dueTime(invoice), () => collect(emulator, invoice) || applyAfterRetries(emulator, subscription))
  return tasks
}

/** Starts the next period. The invoice of an unpaid subscription stays a draft until `payInvoice` pays it. */
function renew(emulator: Emulator, subscription: Subscription) {
  const [item] = subscription.items.data
  item.current_period_start = item.current_period_end
  item.current_period_end = nextPeriodEnd(subscription)
  if (subscription.status === 'trialing') subscription.status = 'active'
  const finalizesAt = subscription.status === 'unpaid' ? null : now(emulator) + draftTime
  const total = emulator.options.amount
  addInvoice(emulator, subscription, { reason: 'subscription_cycle', total, finalizesAt })
  emit(emulator, 'customer.subscription.updated', subscription)
}

/** Counts the months from the anchor, so that the day of the month is the same again after a shorter month. */
function nextPeriodEnd({ billing_cycle_anchor: anchor, items }: Subscription) {
  const end = items.data[0].current_period_end
  let months = 1
  while (monthsAfter(anchor, months) <= end) months += 1
  return monthsAfter(anchor, months)
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
function applyAfterRetries(emulator: Emulator, subscription: Subscription) {
  const { afterRetries = 'unpaid' } = emulator.options
  if (afterRetries === 'canceled') return endSubscription(emulator, subscription, 'payment_failed')
  subscription.status = afterRetries
  emit(emulator, 'customer.subscription.updated', subscription)
}

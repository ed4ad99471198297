import { describe, expect, test } from 'vitest'
import { trialDays } from '~/billing/plan'
import { type Billing, statusOf, subscriptionOf, trialEndFrom, wholeDaysLeft } from '~/billing/subscription'

const now = new Date('2026-11-20T12:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const day = 24 * 60 * 60 * 1_000
const billing = (fields: Partial<Billing>): Billing => ({
  trialEndsAt: later(-day),
  stripeStatus: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: null,
  ...fields,
})

/** Stripe's status, then the status during and after the trial. */
test.each([
  [null, 'trialing', 'canceled'],
  ['trialing', 'active', 'active'],
  ['active', 'active', 'active'],
  ['past_due', 'past_due', 'past_due'],
  ['unpaid', 'unpaid', 'unpaid'],
  ['incomplete', 'trialing', 'unpaid'],
  ['incomplete_expired', 'trialing', 'canceled'],
  ['canceled', 'trialing', 'canceled'],
  ['paused', 'unpaid', 'unpaid'],
  ['something_new', 'unpaid', 'unpaid'],
])('%s at Stripe is %s during the trial and %s after it', (stripe, inTrial, afterIt) => {
  expect([statusOf(stripe, true), statusOf(stripe, false)]).toEqual([inTrial, afterIt])
})

describe('daysRemaining', () => {
  test.each([
    [9 * day, 9],
    [9 * day - 1, 9],
    [8 * day + 1, 9],
    [8 * day, 8],
    [1, 1],
    [0, 0],
    [-1, 0],
    [-30 * day, 0],
  ])('counts started days: %d ms are %d', (left, daysRemaining) => {
    expect(subscriptionOf(billing({ trialEndsAt: later(left) }), now)).toMatchObject({ daysRemaining })
  })

  test('is 0 after a subscription during the trial', () => {
    const given = billing({ trialEndsAt: later(5 * day), stripeStatus: 'trialing' })
    expect(subscriptionOf(given, now)).toMatchObject({ status: 'active', daysRemaining: 0 })
  })
})

test('a trial is over at its end', () => {
  expect(subscriptionOf(billing({ trialEndsAt: later(1) }), now).status).toBe('trialing')
  expect(subscriptionOf(billing({ trialEndsAt: now }), now).status).toBe('canceled')
})

test('currentPeriodEnd is the end of the trial, then of the period at Stripe', () => {
  const end = later((trialDays + 6) * day)
  const given = billing({ trialEndsAt: later(day), currentPeriodEnd: end })
  expect(subscriptionOf(given, now).currentPeriodEnd).toBe(later(day).toISOString())
  expect(subscriptionOf({ ...given, stripeStatus: 'active' }, now).currentPeriodEnd).toBe(end.toISOString())
})

test('cancelAtPeriodEnd is false for a canceled subscription', () => {
  const given = billing({ cancelAtPeriodEnd: true })
  expect(subscriptionOf({ ...given, stripeStatus: 'active' }, now).cancelAtPeriodEnd).toBe(true)
  expect(subscriptionOf({ ...given, stripeStatus: 'canceled' }, now).cancelAtPeriodEnd).toBe(false)
})

test('a trial has the days of the plan, and a checkout passes whole days to Stripe', () => {
  const trialEndsAt = trialEndFrom(now)
  expect(wholeDaysLeft(trialEndsAt, now)).toBe(trialDays)
  expect(wholeDaysLeft(trialEndsAt, later(1))).toBe(trialDays - 1)
  expect(wholeDaysLeft(trialEndsAt, later((trialDays - 0.5) * day))).toBe(0)
  expect(wholeDaysLeft(trialEndsAt, later((trialDays + 6) * day))).toBe(0)
})

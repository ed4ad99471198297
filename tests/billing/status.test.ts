import { describe, expect, test } from 'vitest'
import { trialDays } from '~/billing/plan'
import { type Billing, statusOf, subscriptionOf, trialFrom, wholeDaysLeft } from '~/billing/subscription'

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

/** What Stripe says; what is shown while the trial runs, and when it is over. */
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
])('Stripe says %s: %s in the trial, %s after it', (stripe, inTrial, afterIt) => {
  expect([statusOf(stripe, true), statusOf(stripe, false)]).toEqual([inTrial, afterIt])
})

describe('daysRemaining', () => {
  test.each([
    [14 * day, 14],
    [14 * day - 1, 14],
    [13 * day + 1, 14],
    [13 * day, 13],
    [1, 1],
    [0, 0],
    [-1, 0],
    [-30 * day, 0],
  ])('counts started days: %d ms are %d', (left, daysRemaining) => {
    expect(subscriptionOf(billing({ trialEndsAt: later(left) }), now)).toMatchObject({ daysRemaining })
  })

  test('is 0 for who has subscribed during the trial', () => {
    const given = billing({ trialEndsAt: later(5 * day), stripeStatus: 'trialing' })
    expect(subscriptionOf(given, now)).toMatchObject({ status: 'active', daysRemaining: 0 })
  })
})

test('a trial is over in the moment in which it ends', () => {
  expect(subscriptionOf(billing({ trialEndsAt: later(1) }), now).status).toBe('trialing')
  expect(subscriptionOf(billing({ trialEndsAt: now }), now).status).toBe('canceled')
})

test('it ends with the trial, then with what Stripe says', () => {
  const end = later((trialDays + 6) * day)
  const given = billing({ trialEndsAt: later(day), currentPeriodEnd: end })
  expect(subscriptionOf(given, now).currentPeriodEnd).toBe(later(day).toISOString())
  expect(subscriptionOf({ ...given, stripeStatus: 'active' }, now).currentPeriodEnd).toBe(end.toISOString())
})

test('only what is active can be about not to be renewed', () => {
  const given = billing({ cancelAtPeriodEnd: true })
  expect(subscriptionOf({ ...given, stripeStatus: 'active' }, now).cancelAtPeriodEnd).toBe(true)
  expect(subscriptionOf({ ...given, stripeStatus: 'canceled' }, now).cancelAtPeriodEnd).toBe(false)
})

test('a trial has the days of the plan, of which the whole ones go along to Stripe', () => {
  const trialEndsAt = trialFrom(now)
  expect(wholeDaysLeft(trialEndsAt, now)).toBe(trialDays)
  expect(wholeDaysLeft(trialEndsAt, later(1))).toBe(trialDays - 1)
  expect(wholeDaysLeft(trialEndsAt, later((trialDays - 0.5) * day))).toBe(0)
  expect(wholeDaysLeft(trialEndsAt, later((trialDays + 6) * day))).toBe(0)
})

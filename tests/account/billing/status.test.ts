import { expect, test } from 'vitest'
import { type Billing, statusOf, subscriptionOf } from '~/account/billing/subscription'

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

test.each([
  [9 * day, 9],
  [8 * day + 1, 9],
  [8 * day, 8],
  [1, 1],
  [0, 0],
  [-30 * day, 0],
])(
  'a started day of the trial counts as a whole one, and the trial is over at its end: %d ms are %d days',
  (left, days) => {
    expect(subscriptionOf(billing({ trialEndsAt: later(left) }), now)).toMatchObject({
      status: days > 0 ? 'trialing' : 'canceled',
      daysRemaining: days,
    })
  },
)

test('currentPeriodEnd is the end of the trial, then of the period at Stripe', () => {
  const given = billing({ trialEndsAt: later(day), currentPeriodEnd: later(2 * day) })
  expect(subscriptionOf(given, now).currentPeriodEnd).toBe(later(day).toISOString())
  const active = { ...given, stripeStatus: 'active' }
  expect(subscriptionOf(active, now).currentPeriodEnd).toBe(later(2 * day).toISOString())
})

test('cancelAtPeriodEnd is false for a canceled subscription', () => {
  const given = billing({ cancelAtPeriodEnd: true, stripeStatus: 'canceled' })
  expect(subscriptionOf(given, now).cancelAtPeriodEnd).toBe(false)
})

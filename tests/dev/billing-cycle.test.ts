import { afterEach, beforeEach, expect, test } from 'vitest'
import { pricePence } from '~/account/billing/plan'
import { type Emulator, open, subscribed } from './support'

/** Each test has its own emulator, and so its own clock. */
let emulator: Emulator
beforeEach(async () => {
  emulator = await open({ parallel: 1 })
})
afterEach(() => emulator.stop())

const statusOf = ({ id }: { id: string }) => emulator.subscription(id).status

async function invoicesOf({ id: subscription }: { id: string }) {
  const { data } = await emulator.stripe.invoices.list({ subscription })
  return data.map(({ status, amount_due }) => `${status} ${amount_due}`)
}

test('a trial becomes active at its end, and its first invoice is paid an hour later', async () => {
  const { subscription } = await subscribed(emulator, { trial: 5 })
  expect(subscription.items.data[0]?.current_period_end).toBe(subscription.trial_end)
  await emulator.advance('P5D')
  expect(statusOf(subscription)).toBe('active')
  expect(await invoicesOf(subscription)).toEqual([`draft ${pricePence}`, 'paid 0'])
  await emulator.advance('PT1H')
  expect(await invoicesOf(subscription)).toEqual([`paid ${pricePence}`, 'paid 0'])
})

test('a period is a month, counted from the day on which the subscription began', async () => {
  const year = new Date().getUTCFullYear() + 1
  await emulator.command('clock', { to: `${year}-01-31T12:00:00Z` })
  const { subscription } = await subscribed(emulator)
  const ends = [subscription.items.data[0]?.current_period_end]
  for (const to of [`${year}-02-28T13:00:00Z`, `${year}-03-31T14:00:00Z`]) {
    await emulator.command('clock', { to })
    ends.push(emulator.subscription(subscription.id).items.data[0]?.current_period_end)
  }
  const days = ends.map((seconds = 0) => new Date(seconds * 1_000).toISOString().slice(5, 10))
  const lastOfFebruary = new Date(Date.UTC(year, 2, 0)).toISOString().slice(5, 10)
  expect(days).toEqual([lastOfFebruary, '03-31', '04-30'])
})

test.each(['unpaid', 'canceled'] as const)(
  'a declined renewal is past due, is tried again after 1, 3, 5 and 7 days, and then %s',
  async (afterRetries) => {
    emulator.options.afterRetries = afterRetries
    const { subscription } = await subscribed(emulator, { trial: 5, card: 'declined-later' })
    const counted: (number | undefined)[] = []
    for (const wait of ['P5DT1H', 'P1D', 'P1D', 'P1D', 'P2D', 'P2D']) {
      await emulator.advance(wait)
      const { data } = await emulator.stripe.invoices.list({ subscription: subscription.id })
      counted.push(data[0]?.attempt_count)
      expect(statusOf(subscription)).toBe(counted.length < 6 ? 'past_due' : afterRetries)
    }
    expect(counted).toEqual([1, 2, 2, 3, 4, 5])
  },
)

test('each change is an event, in order, with the state of the object at that time', async () => {
  const { subscription } = await subscribed(emulator, { trial: 5 })
  await emulator.advance('P6D')
  const events = await emulator.events()
  expect(events.map(({ type }) => type)).toEqual([
    'customer.created',
    'payment_method.attached',
    'customer.subscription.created',
    'invoice.created',
    'invoice.finalized',
    'invoice.paid',
    'checkout.session.completed',
    'customer.subscription.trial_will_end',
    'invoice.created',
    'customer.subscription.updated',
    'invoice.finalized',
    'invoice.paid',
  ])
  expect(events[2]?.data.object).toMatchObject({ id: subscription.id, status: 'trialing' })
  expect(events[9]).toMatchObject({ created: subscription.trial_end, data: { object: { status: 'active' } } })
})

test('changes happen in order when due; a trial end is announced 3 days before, or at once if it is nearer', async () => {
  const happened = async () =>
    (await emulator.events()).filter(({ type }) => /subscription\.(trial_will_end|updated)$/.test(type))
  const near = (await subscribed(emulator, { trial: 2 })).subscription.trial_end ?? 0
  expect(await happened()).toHaveLength(1)
  const ends: number[] = []
  for (const trial of [8, 5, 6])
    ends.push((await subscribed(emulator, { trial })).subscription.trial_end ?? 0)
  expect(await happened()).toHaveLength(1)
  await emulator.advance('P10D')
  const due = [near, ...ends.flatMap((end) => [end - 3 * 86_400, end])].sort()
  expect((await happened()).slice(1).map(({ created }) => created)).toEqual(due)
})

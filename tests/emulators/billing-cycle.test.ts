import { expect, test } from 'vitest'
import { pricePence } from '~/billing/plan'
import { type Emulator, isoDay, open, plan, subscribed } from './support'

/** Runs a test with its own emulator, and so with its own clock. */
const testWithEmulator = (name: string, act: (emulator: Emulator) => Promise<void>) =>
  test(name, async () => {
    const emulator = await open({ parallel: 1 })
    await act(emulator)
    await emulator.stop()
  })

const statusOf = (emulator: Emulator, id: string) => emulator.subscription(id).status

async function invoicesOf({ stripe }: Emulator, subscription: string) {
  const { data } = await stripe.invoices.list({ subscription })
  return data.map(({ status, amount_due }) => `${status} ${amount_due}`)
}

const typesOf = async (emulator: Emulator) => (await emulator.events()).map(({ type }) => type)

testWithEmulator(
  'a trial becomes active at its end, and its first invoice is paid an hour later',
  async (emulator) => {
    const { subscription } = await subscribed(emulator, { trial: 5 })
    await emulator.advance('P5D')
    expect(statusOf(emulator, subscription.id)).toBe('active')
    expect(await invoicesOf(emulator, subscription.id)).toEqual([`draft ${pricePence}`, 'paid 0'])
    await emulator.advance('PT1H')
    expect(await invoicesOf(emulator, subscription.id)).toEqual([`paid ${pricePence}`, 'paid 0'])
  },
)

testWithEmulator(
  'the end of a trial is announced three days before it, or at once when it is nearer',
  async (emulator) => {
    await subscribed(emulator, { trial: 5 })
    const announced = async () =>
      (await typesOf(emulator)).filter((type) => type.endsWith('trial_will_end')).length
    await emulator.advance('PT47H')
    expect(await announced()).toBe(0)
    await emulator.advance('PT2H')
    expect(await announced()).toBe(1)
    await subscribed(emulator, { trial: 2 })
    expect(await announced()).toBe(2)
  },
)

testWithEmulator('a period is a month, counted from the day on which it began', async (emulator) => {
  const year = new Date().getUTCFullYear() + 1
  await emulator.command('clock', { to: `${year}-01-31T12:00:00Z` })
  const { subscription } = await subscribed(emulator)
  const ends = [subscription.items.data[0]?.current_period_end]
  for (const at of [`${year}-02-28T13:00:00Z`, `${year}-03-31T14:00:00Z`]) {
    await emulator.command('clock', { to: at })
    ends.push(emulator.subscription(subscription.id).items.data[0]?.current_period_end)
  }
  expect(ends.map(isoDay).map((day) => day.slice(5))).toEqual([
    isoDay(Date.UTC(year, 2, 0) / 1_000).slice(5),
    '03-31',
    '04-30',
  ])
})

testWithEmulator(
  'a declined renewal is past due, is tried again after 1, 3, 5 and 7 days, and then unpaid',
  async (emulator) => {
    const { subscription } = await subscribed(emulator, { trial: 5, card: 'declined-later' })
    await emulator.advance('P5DT1H')
    expect(statusOf(emulator, subscription.id)).toBe('past_due')
    const attempts = async () =>
      (await emulator.stripe.invoices.list({ subscription: subscription.id })).data[0]?.attempt_count
    const counted = [await attempts()]
    for (const wait of ['P1D', 'P1D', 'P1D', 'P2D', 'P2D']) {
      expect(statusOf(emulator, subscription.id)).toBe('past_due')
      await emulator.advance(wait)
      counted.push(await attempts())
    }
    expect(counted).toEqual([1, 2, 2, 3, 4, 5])
    expect(statusOf(emulator, subscription.id)).toBe('unpaid')
    expect(await invoicesOf(emulator, subscription.id)).toEqual([`open ${pricePence}`, 'paid 0'])
  },
)

testWithEmulator(
  "after the last retry a subscription is canceled if afterRetries is 'canceled'",
  async (emulator) => {
    emulator.options.afterRetries = 'canceled'
    const { subscription } = await subscribed(emulator, { trial: 5, card: 'declined-later' })
    await emulator.advance('P13D')
    expect(emulator.subscription(subscription.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    })
  },
)

testWithEmulator(
  'a working card pays the open invoice, and the subscription is active again',
  async (emulator) => {
    const { stripe, finish } = emulator
    const { customer, subscription } = await subscribed(emulator, { trial: 5, card: 'declined-later' })
    await emulator.advance('P6D')
    const [invoice] = (await stripe.invoices.list({ subscription: subscription.id })).data
    await expect(stripe.invoices.pay(invoice?.id ?? '')).rejects.toMatchObject({
      statusCode: 402,
      type: 'StripeCardError',
      code: 'card_declined',
    })
    const session = await stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'gbp',
      customer: customer.id,
      success_url: plan.success_url,
    })
    await finish(session.id)
    const { setup_intent } = await stripe.checkout.sessions.retrieve(session.id, { expand: ['setup_intent'] })
    const { payment_method } = setup_intent as { payment_method: string }
    await expect(
      stripe.invoices.pay(invoice?.id ?? '', { payment_method: 'pm_of_nobody' }),
    ).rejects.toMatchObject({
      statusCode: 404,
    })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: payment_method })
    expect((await stripe.invoices.pay(invoice?.id ?? '')).status).toBe('paid')
    expect(statusOf(emulator, subscription.id)).toBe('active')
    await expect(stripe.invoices.pay(invoice?.id ?? '')).rejects.toMatchObject({ statusCode: 400 })
  },
)

testWithEmulator(
  "a subscription's card takes precedence over the customer's default card",
  async (emulator) => {
    const { stripe, command } = emulator
    const { customer, subscription } = await subscribed(emulator, { trial: 5 })
    await command(`customers/${customer.id}/card`, { works: false })
    const other = await subscribed(emulator)
    await expect(
      stripe.subscriptions.update(subscription.id, {
        default_payment_method: String(other.subscription.default_payment_method),
      }),
    ).rejects.toMatchObject({ statusCode: 400 })
    await emulator.advance('P6D')
    expect(statusOf(emulator, subscription.id)).toBe('past_due')
  },
)

testWithEmulator(
  'a subscription that is canceled at the end of its period runs until then',
  async (emulator) => {
    const { subscription } = await subscribed(emulator)
    const end = subscription.items.data[0]?.current_period_end
    const canceled = await emulator.stripe.subscriptions.update(subscription.id, {
      cancel_at_period_end: true,
    })
    expect(canceled).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: end })
    const resumed = await emulator.stripe.subscriptions.update(subscription.id, {
      cancel_at_period_end: false,
    })
    expect(resumed).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })
    await emulator.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    await emulator.advance('P40D')
    expect(emulator.subscription(subscription.id)).toMatchObject({
      status: 'canceled',
      ended_at: end,
    })
    expect(await invoicesOf(emulator, subscription.id)).toEqual([`paid ${pricePence}`])
    await expect(
      emulator.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false }),
    ).rejects.toMatchObject({ statusCode: 400 })
  },
)

testWithEmulator('an ended subscription is listed only if the request has a status', async (emulator) => {
  const { subscription, customer } = await subscribed(emulator)
  await emulator.setStatus(subscription.id, 'canceled')
  const list = async (more = {}) =>
    (await emulator.stripe.subscriptions.list({ customer: customer.id, ...more })).data.map(({ id }) => id)
  expect(await list()).toEqual([])
  for (const status of ['all', 'ended', 'canceled']) expect(await list({ status })).toEqual([subscription.id])
})

testWithEmulator(
  'an overdue subscription stays overdue over renewals until its open invoices are paid',
  async (emulator) => {
    const { subscription } = await subscribed(emulator)
    await emulator.setStatus(subscription.id, 'past_due')
    await emulator.advance('P40D')
    expect(await invoicesOf(emulator, subscription.id)).toEqual([`paid ${pricePence}`, `open ${pricePence}`])
    expect(statusOf(emulator, subscription.id)).toBe('past_due')
    await emulator.stripe.invoices.pay(String(subscription.latest_invoice))
    expect(statusOf(emulator, subscription.id)).toBe('active')
  },
)

test('each change is an event, in order, with the state of the object at that time', async () => {
  const emulator = await open({ parallel: 1 })
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
  const first = events.find(({ type }) => type === 'customer.subscription.created')
  expect(first?.data.object).toMatchObject({ id: subscription.id, status: 'trialing' })
  const changed = events.find(({ type }) => type === 'customer.subscription.updated')
  expect(changed?.data.object).toMatchObject({ status: 'active' })
  expect(changed?.created).toBe(subscription.trial_end)
  await emulator.stop()
})

testWithEmulator(
  'when the clock moves, everything due happens in order, at its own time',
  async (emulator) => {
    const trials = [8, 5, 6]
    const ends: number[] = []
    for (const trial of trials) ends.push((await subscribed(emulator, { trial })).subscription.trial_end ?? 0)
    await emulator.advance('P10D')
    const types = ['customer.subscription.trial_will_end', 'customer.subscription.updated']
    const happened = (await emulator.events()).filter(({ type }) => types.includes(type))
    const due = ends.flatMap((end) => [end - 3 * 86_400, end]).sort()
    expect(happened.map(({ created }) => created)).toEqual(due)
  },
)

testWithEmulator(
  'a command sets any status of a subscription, also one that Stripe does not have',
  async (emulator) => {
    const { subscription } = await subscribed(emulator)
    for (const status of ['paused', 'unpaid', 'incomplete_expired', 'something_new', 'active', 'canceled']) {
      await emulator.setStatus(subscription.id, status)
      expect(statusOf(emulator, subscription.id)).toBe(status)
    }
    const types = await typesOf(emulator)
    for (const type of ['updated', 'deleted']) expect(types).toContain(`customer.subscription.${type}`)
  },
)

testWithEmulator('the clock never goes back, and refuses an invalid duration', async (emulator) => {
  await emulator.advance('P3D')
  await expect(emulator.command('clock', { to: new Date().toISOString() })).rejects.toThrow('never goes back')
  await expect(emulator.command('clock', { advance: 'three days' })).rejects.toThrow('duration')
})

test('moving the clock calls onClock with the new time', async () => {
  const times: number[] = []
  const emulator = await open({ onClock: (now) => times.push(now) })
  await emulator.advance('P3D')
  await emulator.stop()
  expect(times).toHaveLength(1)
  expect(Math.abs((times[0] ?? 0) - Date.now() - 3 * 86_400_000)).toBeLessThan(5_000)
})

import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { isoDay, listen, open, plan, type StandIn, subscribed } from './support'

/** Runs a test with a stand-in whose clock is its own. */
const alone = (name: string, act: (standIn: StandIn) => Promise<void>) =>
  test(name, async () => {
    const standIn = await open()
    await act(standIn)
    await standIn.stop()
  })

const statusOf = async (standIn: StandIn, id: string) => (await standIn.subscription(id)).status

async function invoicesOf({ stripe }: StandIn, subscription: string) {
  const { data } = await stripe.invoices.list({ subscription })
  return data.map(({ status, amount_due }) => `${status} ${amount_due}`)
}

type Event = { type: string; created: number }
const eventsOf = async (standIn: StandIn): Promise<Event[]> => (await standIn.state()).events
const typesOf = async (standIn: StandIn, since = 0) =>
  (await eventsOf(standIn)).slice(since).map(({ type }) => type)

alone('a trial becomes active at its end, and its first invoice is paid an hour later', async (standIn) => {
  const { subscription } = await subscribed(standIn, { trial: 5 })
  await standIn.advance('P5D')
  expect(await statusOf(standIn, subscription.id)).toBe('active')
  expect(await invoicesOf(standIn, subscription.id)).toEqual(['draft 495', 'paid 0'])
  await standIn.advance('PT1H')
  expect(await invoicesOf(standIn, subscription.id)).toEqual(['paid 495', 'paid 0'])
})

alone(
  'the end of a trial is announced three days before it, or at once when it is nearer',
  async (standIn) => {
    await subscribed(standIn, { trial: 5 })
    const announced = async () =>
      (await typesOf(standIn)).filter((type) => type.endsWith('trial_will_end')).length
    await standIn.advance('PT47H')
    expect(await announced()).toBe(0)
    await standIn.advance('PT2H')
    expect(await announced()).toBe(1)
    await subscribed(standIn, { trial: 2 })
    expect(await announced()).toBe(2)
  },
)

alone('a period is a month, counted from the day on which it began', async (standIn) => {
  const year = new Date().getUTCFullYear() + 1
  await standIn.control('clock', { to: `${year}-01-31T12:00:00Z` })
  const { subscription } = await subscribed(standIn)
  const ends = [subscription.items.data[0]?.current_period_end]
  for (const at of [`${year}-02-28T13:00:00Z`, `${year}-03-31T14:00:00Z`]) {
    await standIn.control('clock', { to: at })
    ends.push((await standIn.subscription(subscription.id)).items.data[0]?.current_period_end)
  }
  expect(ends.map(isoDay).map((day) => day.slice(5))).toEqual([
    isoDay(Date.UTC(year, 2, 0) / 1_000).slice(5),
    '03-31',
    '04-30',
  ])
})

alone(
  'a declined renewal is past due, is tried again after 1, 3, 5 and 7 days, and then unpaid',
  async (standIn) => {
    const { subscription } = await subscribed(standIn, { trial: 5, card: 'declined-later' })
    await standIn.advance('P5DT1H')
    expect(await statusOf(standIn, subscription.id)).toBe('past_due')
    const attempts = async () =>
      (await standIn.stripe.invoices.list({ subscription: subscription.id })).data[0]?.attempt_count
    const counted = [await attempts()]
    for (const wait of ['P1D', 'P1D', 'P1D', 'P2D', 'P2D']) {
      expect(await statusOf(standIn, subscription.id)).toBe('past_due')
      await standIn.advance(wait)
      counted.push(await attempts())
    }
    expect(counted).toEqual([1, 2, 2, 3, 4, 5])
    expect(await statusOf(standIn, subscription.id)).toBe('unpaid')
    expect(await invoicesOf(standIn, subscription.id)).toEqual(['open 495', 'paid 0'])
  },
)

alone('after the last try it is canceled where the account is set so', async (standIn) => {
  await standIn.control('settings', { afterRetries: 'canceled' })
  const { subscription } = await subscribed(standIn, { trial: 5, card: 'declined-later' })
  await standIn.advance('P13D')
  expect(await standIn.subscription(subscription.id)).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  })
})

alone('a better card pays the open invoice, and the subscription is active again', async (standIn) => {
  const { stripe, finish } = standIn
  const { customer, subscription } = await subscribed(standIn, { trial: 5, card: 'declined-later' })
  await standIn.advance('P6D')
  const [invoice] = (await stripe.invoices.list({ subscription: subscription.id, status: 'open' })).data
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
  expect(await statusOf(standIn, subscription.id)).toBe('active')
  await expect(stripe.invoices.pay(invoice?.id ?? '')).rejects.toMatchObject({ statusCode: 400 })
})

alone("a subscription's own card goes before its customer's", async (standIn) => {
  const { stripe, control } = standIn
  const { customer, subscription } = await subscribed(standIn, { trial: 5 })
  await control(`customers/${customer.id}/card`, { works: false })
  const other = await subscribed(standIn)
  await expect(
    stripe.subscriptions.update(subscription.id, {
      default_payment_method: String(other.subscription.default_payment_method),
    }),
  ).rejects.toMatchObject({ statusCode: 400 })
  await standIn.advance('P6D')
  expect(await statusOf(standIn, subscription.id)).toBe('past_due')
})

alone('what is canceled at the end of its period runs until then', async (standIn) => {
  const { subscription } = await subscribed(standIn)
  const end = subscription.items.data[0]?.current_period_end
  const asked = await standIn.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  expect(asked).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: end })
  const resumed = await standIn.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
  expect(resumed).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })
  await standIn.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  await standIn.advance('P40D')
  expect(await standIn.subscription(subscription.id)).toMatchObject({
    status: 'canceled',
    ended_at: end,
  })
  expect(await invoicesOf(standIn, subscription.id)).toEqual(['paid 495'])
  await expect(
    standIn.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false }),
  ).rejects.toMatchObject({ statusCode: 400 })
})

alone('what has ended is listed when it is asked for', async (standIn) => {
  const { subscription, customer } = await subscribed(standIn)
  await standIn.control(`subscriptions/${subscription.id}`, { status: 'canceled' })
  const list = async (more = {}) =>
    (await standIn.stripe.subscriptions.list({ customer: customer.id, ...more })).data.map(({ id }) => id)
  expect(await list()).toEqual([])
  for (const status of ['all', 'ended', 'canceled']) expect(await list({ status })).toEqual([subscription.id])
})

alone('an incomplete subscription expires after 23 hours, and its invoice is void', async (standIn) => {
  const { subscription } = await subscribed(standIn)
  await standIn.control(`subscriptions/${subscription.id}`, { status: 'incomplete' })
  expect(await invoicesOf(standIn, subscription.id)).toEqual(['open 495'])
  await standIn.advance('PT22H')
  expect(await statusOf(standIn, subscription.id)).toBe('incomplete')
  await standIn.advance('PT1H')
  expect(await statusOf(standIn, subscription.id)).toBe('incomplete_expired')
  expect(await invoicesOf(standIn, subscription.id)).toEqual(['void 495'])
})

alone('what is made overdue stays so while it renews, until what is open is paid', async (standIn) => {
  const { subscription } = await subscribed(standIn)
  await standIn.control(`subscriptions/${subscription.id}`, { status: 'past_due' })
  await standIn.advance('P40D')
  expect(await invoicesOf(standIn, subscription.id)).toEqual(['paid 495', 'open 495'])
  expect(await statusOf(standIn, subscription.id)).toBe('past_due')
  await standIn.stripe.invoices.pay(String(subscription.latest_invoice))
  expect(await statusOf(standIn, subscription.id)).toBe('active')
})

test('everything that happens is an event, in its order, with the object as it was then', async () => {
  const app = await listen()
  const standIn = await open({ webhookUrl: app.url, parallel: 1 })
  const { subscription } = await subscribed(standIn, { trial: 5 })
  await standIn.advance('P6D')
  const events: Stripe.Event[] = app.heard.map(({ body }) => JSON.parse(body))
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
  expect(changed?.data).toMatchObject({
    object: { status: 'active' },
    previous_attributes: { status: 'trialing' },
  })
  expect(changed?.created).toBe(subscription.trial_end)
  await standIn.stop()
  await app.stop()
})

alone('what falls due while the clock moves happens in its order, each at its own time', async (standIn) => {
  const trials = [8, 5, 6]
  const ends: number[] = []
  for (const trial of trials) ends.push((await subscribed(standIn, { trial })).subscription.trial_end ?? 0)
  await standIn.advance('P10D')
  const types = ['customer.subscription.trial_will_end', 'customer.subscription.updated']
  const happened = (await eventsOf(standIn)).filter(({ type }) => types.includes(type))
  const due = ends.flatMap((end) => [end - 3 * 86_400, end]).sort()
  expect(happened.map(({ created }) => created)).toEqual(due)
})

alone('a bank that asks its customer says so, and a debt can be given up', async (standIn) => {
  const { customer, subscription } = await subscribed(standIn, { trial: 5 })
  await standIn.control(`customers/${customer.id}/card`, { works: false, action: true })
  await standIn.advance('P6D')
  expect(await typesOf(standIn)).toContain('invoice.payment_action_required')
  const [invoice] = (await standIn.stripe.invoices.list({ subscription: subscription.id })).data
  await standIn.control(`invoices/${invoice?.id}`, { status: 'uncollectible' })
  expect((await typesOf(standIn)).at(-1)).toBe('invoice.marked_uncollectible')
})

alone('any status can be given to a subscription, also one that does not exist', async (standIn) => {
  const { subscription } = await subscribed(standIn)
  for (const status of ['paused', 'unpaid', 'incomplete_expired', 'something_new', 'active', 'canceled']) {
    await standIn.control(`subscriptions/${subscription.id}`, { status })
    expect(await statusOf(standIn, subscription.id)).toBe(status)
  }
  const types = await typesOf(standIn)
  for (const type of ['paused', 'resumed', 'deleted'])
    expect(types).toContain(`customer.subscription.${type}`)
})

alone('the clock never goes back, and says what it does not understand', async (standIn) => {
  await standIn.advance('P3D')
  await expect(standIn.control('clock', { to: new Date().toISOString() })).rejects.toThrow('never goes back')
  await expect(standIn.control('clock', { advance: 'three days' })).rejects.toThrow('duration')
})

test('the app is told the moved time', async () => {
  const told: number[] = []
  const standIn = await open({ onClock: (now) => told.push(now) })
  await standIn.advance('P3D')
  await standIn.stop()
  expect(told).toHaveLength(1)
  expect(Math.abs((told[0] ?? 0) - Date.now() - 3 * 86_400_000)).toBeLessThan(5_000)
})

import { describe, expect, test } from 'vitest'
import { price, pricePence } from '~/billing/plan'
import { type Emulator, open, plan, subscribed, withEmulator } from './support'

const emulator = withEmulator()
const customerOf = async ({ stripe }: Emulator) => (await stripe.customers.create({})).id

describe('checkout', () => {
  test('the page of a session redirects to the app with the id of the session', async () => {
    const { stripe, finish } = emulator
    const customer = await stripe.customers.create({
      email: 'ada@example.com',
      metadata: { user: '7' },
    })
    const session = await stripe.checkout.sessions.create({
      ...plan,
      customer: customer.id,
      client_reference_id: '7',
      metadata: { user: '7' },
      subscription_data: { trial_period_days: 9, metadata: { user: '7' } },
    })
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      client_reference_id: '7',
      subscription: null,
    })
    const response = await finish(session.id)
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `http://localhost:3000/done?session=${session.id}`,
    ])
    const done = await stripe.checkout.sessions.retrieve(session.id)
    expect(done).toMatchObject({ status: 'complete', payment_status: 'no_payment_required', url: null })
    expect(await stripe.subscriptions.retrieve(String(done.subscription))).toMatchObject({
      status: 'trialing',
      metadata: { user: '7' },
      customer: customer.id,
    })
  })

  test('a trial of n days ends after n days, and so does its period', async () => {
    const { subscription } = await subscribed(emulator, { trial: 9 })
    expect(subscription.trial_end).toBe(subscription.created + 9 * 86_400)
    expect(subscription.items.data[0]?.current_period_end).toBe(subscription.trial_end)
    expect('current_period_end' in subscription).toBe(false)
  })

  test('without a trial the first invoice is paid at once', async () => {
    const { subscription } = await subscribed(emulator)
    expect(subscription.status).toBe('active')
    const [invoice] = (await emulator.stripe.invoices.list({ subscription: subscription.id })).data
    expect(invoice).toMatchObject({
      status: 'paid',
      amount_paid: pricePence,
      billing_reason: 'subscription_create',
      currency: 'gbp',
    })
    expect(invoice?.parent?.subscription_details?.subscription).toBe(subscription.id)
  })

  test('paying twice creates one subscription', async () => {
    const { session, customer } = await subscribed(emulator)
    await emulator.finish(session.id)
    expect((await emulator.stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(1)
  })

  test.each([{}, { subscription_data: { trial_period_days: 3 } }])(
    'a declined card creates no subscription, and the page accepts another card: %j',
    async (more) => {
      const { stripe, finish } = emulator
      const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' })
      const session = await stripe.checkout.sessions.create({ ...plan, ...more, customer })
      const found = async () => (await stripe.subscriptions.list({ customer, status: 'all' })).data
      const declined = await finish(session.id, 'declined')
      expect([declined.status, await declined.text()]).toEqual([
        402,
        expect.stringContaining('The card was declined.'),
      ])
      expect(await found()).toEqual([])
      expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
      expect((await finish(session.id, 'works')).status).toBe(303)
      expect(await found()).toHaveLength(1)
    },
  )

  test('setup mode saves a card, which is charged after it becomes the default', async () => {
    const { stripe, finish } = emulator
    const { customer } = await subscribed(emulator)
    const session = await stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'gbp',
      customer: customer.id,
      success_url: plan.success_url,
    })
    expect((await finish(session.id)).status).toBe(303)
    const { setup_intent } = await stripe.checkout.sessions.retrieve(session.id, { expand: ['setup_intent'] })
    expect(setup_intent).toMatchObject({ status: 'succeeded', customer: customer.id })
    const { payment_method } = setup_intent as { payment_method: string }
    const updated = await stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: payment_method },
    })
    expect(updated.invoice_settings.default_payment_method).toBe(payment_method)
  })

  test('an expired session has no page', async () => {
    const { stripe, url } = emulator
    const customer = await customerOf(emulator)
    const session = await stripe.checkout.sessions.create({ ...plan, customer })
    expect((await stripe.checkout.sessions.expire(session.id)).status).toBe('expired')
    expect((await fetch(`${url}/checkout/${session.id}`)).status).toBe(410)
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 })
  })

  test('a session expires by itself after a day', async () => {
    const own = await open()
    const session = await own.stripe.checkout.sessions.create({ ...plan, customer: await customerOf(own) })
    await own.advance('PT25H')
    expect((await own.stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired')
    await own.stop()
  })

  test.each([
    [
      'a trial of no days',
      { ...plan, subscription_data: { trial_period_days: 0 } },
      'subscription_data[trial_period_days]',
    ],
    [
      'another price',
      { ...plan, line_items: [{ price: 'price_other', quantity: 1 }] },
      'line_items[0][price]',
    ],
    ['no mode', { line_items: plan.line_items, success_url: 'http://localhost/' }, 'mode'],
    ['an unknown customer', { ...plan, customer: 'cus_nobody' }, 'customer'],
    ['an invalid URL', { ...plan, cancel_url: 'javascript:alert(1)' }, 'cancel_url'],
    ['setup with a plan', { ...plan, mode: 'setup' as const, currency: 'gbp' }, 'line_items'],
    ['setup without a currency', { mode: 'setup' as const, success_url: 'http://localhost/' }, 'currency'],
    ['no customer', { ...plan, customer: undefined }, 'customer'],
  ])('%s is refused', async (_name, given, param) => {
    const customer = await customerOf(emulator)
    await expect(emulator.stripe.checkout.sessions.create({ customer, ...given })).rejects.toMatchObject({
      statusCode: 400,
      param,
    })
  })

  test('the page shows that nothing is charged, and the price', async () => {
    const session = await emulator.stripe.checkout.sessions.create({
      ...plan,
      customer: await customerOf(emulator),
      subscription_data: { trial_period_days: 9 },
    })
    const page = await (await fetch(session.url ?? '')).text()
    for (const text of [
      'Nothing is charged and no card is asked for',
      price,
      'after 9 days of trial',
      'Back',
    ]) {
      expect(page).toContain(text)
    }
  })
})

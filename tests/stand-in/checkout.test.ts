import { describe, expect, test } from 'vitest'
import { open, plan, priceId, subscribed, withStandIn } from './support'

const standIn = withStandIn()

describe('checkout', () => {
  test('a session leads through its page back to the app with its id', async () => {
    const { stripe, finish } = standIn
    const customer = await stripe.customers.create({
      email: 'ada@example.com',
      name: 'Ada',
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
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })
    expect(done).toMatchObject({ status: 'complete', payment_status: 'no_payment_required', url: null })
    expect(done.subscription).toMatchObject({
      status: 'trialing',
      metadata: { user: '7' },
      customer: customer.id,
    })
  })

  test('a trial of n days ends n days after it was begun, and its period with it', async () => {
    const { subscription } = await subscribed(standIn, { trial: 9 })
    expect(subscription.trial_end).toBe(subscription.created + 9 * 86_400)
    expect(subscription.items.data[0]?.current_period_end).toBe(subscription.trial_end)
    expect('current_period_end' in subscription).toBe(false)
  })

  test('without a trial the first invoice of £4.95 is paid at once', async () => {
    const { subscription } = await subscribed(standIn)
    expect(subscription.status).toBe('active')
    const [invoice] = (await standIn.stripe.invoices.list({ subscription: subscription.id })).data
    expect(invoice).toMatchObject({
      status: 'paid',
      amount_paid: 495,
      billing_reason: 'subscription_create',
      currency: 'gbp',
    })
    expect(invoice?.parent?.subscription_details?.subscription).toBe(subscription.id)
  })

  test('finishing twice begins one subscription', async () => {
    const { session, customer } = await subscribed(standIn)
    await standIn.finish(session.id)
    expect((await standIn.stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(1)
  })

  test('a declined card leaves the page open, with a subscription that is incomplete until another card pays', async () => {
    const { stripe, finish } = standIn
    const { session, subscription } = await subscribed(standIn, { card: 'declined' })
    expect(subscription.status).toBe('incomplete')
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
    const again = await finish(session.id, 'declined')
    expect([again.status, await again.text()]).toEqual([
      402,
      expect.stringContaining('The card was declined.'),
    ])
    expect((await finish(session.id, 'works')).status).toBe(303)
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
    expect((await stripe.checkout.sessions.retrieve(session.id)).subscription).toBe(subscription.id)
  })

  test('a declined card begins no trial', async () => {
    const { stripe, finish } = standIn
    const customer = await stripe.customers.create({ email: 'ada@example.com' })
    const data = { trial_period_days: 3 }
    const session = await stripe.checkout.sessions.create({
      ...plan,
      customer: customer.id,
      subscription_data: data,
    })
    expect((await finish(session.id, 'declined')).status).toBe(402)
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([])
  })

  test('setup mode saves a card, which pays once it is made the default', async () => {
    const { stripe, finish } = standIn
    const { customer } = await subscribed(standIn)
    const session = await stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'gbp',
      customer: customer.id,
      setup_intent_data: { metadata: { subscription: 'sub_1' } },
      success_url: plan.success_url,
    })
    expect((await finish(session.id)).status).toBe(303)
    const { setup_intent } = await stripe.checkout.sessions.retrieve(session.id, { expand: ['setup_intent'] })
    expect(setup_intent).toMatchObject({ status: 'succeeded', metadata: { subscription: 'sub_1' } })
    const { payment_method } = setup_intent as { payment_method: string }
    expect(await stripe.paymentMethods.retrieve(payment_method)).toMatchObject({
      customer: customer.id,
      card: { last4: '4242' },
    })
    const updated = await stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: payment_method },
    })
    expect(updated.invoice_settings.default_payment_method).toBe(payment_method)
  })

  test('an expired session has no page any more', async () => {
    const { stripe, url } = standIn
    const session = await stripe.checkout.sessions.create(plan)
    expect((await stripe.checkout.sessions.expire(session.id)).status).toBe('expired')
    expect((await fetch(`${url}/checkout/${session.id}`)).status).toBe(410)
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 })
  })

  test('a session expires by itself after a day', async () => {
    const own = await open()
    const session = await own.stripe.checkout.sessions.create(plan)
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
    ['an address that is none', { ...plan, cancel_url: 'javascript:alert(1)' }, 'cancel_url'],
    ['setup with a plan', { ...plan, mode: 'setup' as const, currency: 'gbp' }, 'line_items'],
    ['setup without a currency', { mode: 'setup' as const, success_url: 'http://localhost/' }, 'currency'],
  ])('%s is refused', async (_name, given, param) => {
    await expect(standIn.stripe.checkout.sessions.create(given)).rejects.toMatchObject({
      statusCode: 400,
      param,
    })
  })

  test('the price is £4.95 a month', async () => {
    expect(await standIn.stripe.prices.retrieve(priceId, { expand: ['product'] })).toMatchObject({
      unit_amount: 495,
      currency: 'gbp',
      recurring: { interval: 'month', interval_count: 1 },
      product: { name: 'Budkeeper' },
    })
  })

  test('the page says that nothing is charged, and what the plan costs', async () => {
    const data = { trial_period_days: 9 }
    const session = await standIn.stripe.checkout.sessions.create({ ...plan, subscription_data: data })
    const page = await (await fetch(session.url ?? '')).text()
    for (const text of [
      'Nothing is charged and no card is asked for',
      '£4.95',
      'after 9 days of trial',
      'Back',
    ]) {
      expect(page).toContain(text)
    }
  })
})

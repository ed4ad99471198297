import { expect, test } from 'vitest'
import { price } from '~/account/billing/plan'
import { secretKey } from '../../dev/stripe-api.server'
import { checkoutParams, subscribed, withEmulator } from './support'

const emulator = withEmulator()
const customerId = async () => (await emulator.stripe.customers.create({ email: 'ada@example.com' })).id

test('only the test key and the current version of the API are accepted', async () => {
  const list = async (given: Record<string, string>) => {
    const headers = { Authorization: `Bearer ${secretKey}`, ...given }
    const response = await fetch(`${emulator.url}/v1/subscriptions`, { headers })
    return { status: response.status, message: (await response.json()).error?.message }
  }
  for (const key of ['sk_live_123', 'rk_live_123']) {
    expect(await list({ Authorization: `Bearer ${key}` })).toEqual({
      status: 401,
      message: 'The emulator never takes a live key.',
    })
  }
  for (const Authorization of ['', 'Bearer', 'Bearer sk_test_other']) {
    expect(await list({ Authorization })).toMatchObject({ status: 401 })
  }
  expect(await list({ 'Stripe-Version': '2020-08-27' })).toMatchObject({ status: 400 })
  expect(await list({})).toMatchObject({ status: 200 })
})

test.each([
  ['an unknown parameter', { nmae: 'Ada' }, 'nmae'],
  ['an unknown nested parameter', { line_items: [{ prise: 'x' }] }, 'line_items[0][prise]'],
  [
    'a text where a number belongs',
    { subscription_data: { trial_period_days: 'soon' } },
    'subscription_data[trial_period_days]',
  ],
  ['a text where a list belongs', { line_items: 'x' }, 'line_items'],
  ['a list where a text belongs', { success_url: ['x'] }, 'success_url'],
  ['an empty text', { success_url: '' }, 'success_url'],
  [
    'a trial of no days',
    { subscription_data: { trial_period_days: 0 } },
    'subscription_data[trial_period_days]',
  ],
  ['another price', { line_items: [{ price: 'price_other', quantity: 1 }] }, 'line_items[0][price]'],
  ['no mode', { mode: undefined }, 'mode'],
  ['no customer', { customer: undefined }, 'customer'],
  ['an unknown customer', { customer: 'cus_nobody' }, 'customer'],
  ['an invalid URL', { cancel_url: 'javascript:alert(1)' }, 'cancel_url'],
  ['setup with a plan', { mode: 'setup', currency: 'gbp' }, 'line_items'],
  ['setup without a currency', { mode: 'setup', line_items: undefined }, 'currency'],
])('a checkout with %s is refused', async (_name, given, param) => {
  const params = { ...checkoutParams, customer: await customerId(), ...given }
  await expect(emulator.stripe.checkout.sessions.create(params as never)).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    param,
  })
})

test('a parameter that only Stripe supports is refused', async () => {
  await expect(emulator.stripe.customers.create({ tax_exempt: 'exempt' })).rejects.toMatchObject({
    statusCode: 400,
    code: 'parameter_unknown',
    message: 'The emulator does not support this parameter: tax_exempt',
  })
})

test('a repeated idempotency key gets the same response, but only with the same parameters', async () => {
  const create = (params: object) =>
    emulator.stripe.customers.create(params, { idempotencyKey: 'customer-of-7' })
  await expect(create({ nmae: 'Ada' })).rejects.toMatchObject({ code: 'parameter_unknown' })
  const [first, second] = await Promise.all([
    create({ email: 'ada@example.com' }),
    create({ email: 'ada@example.com' }),
  ])
  expect(second.id).toBe(first.id)
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
  await expect(create({ email: 'bob@example.com' })).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  })
})

test('a repeated idempotency key gets the same error', async () => {
  const { subscription, customer } = await subscribed(emulator, { card: 'declined-later' })
  await emulator.setStatus(subscription.id, 'past_due')
  const invoice = String(subscription.latest_invoice)
  const pay = () => emulator.stripe.invoices.pay(invoice, {}, { idempotencyKey: `pay-${invoice}` })
  await expect(pay()).rejects.toMatchObject({ statusCode: 402 })
  await emulator.command(`customers/${customer.id}/card`, { works: true })
  await expect(pay()).rejects.toMatchObject({ statusCode: 402 })
})

test('a missing object or URL gets 404', async () => {
  await expect(emulator.stripe.checkout.sessions.retrieve('cs_nobody')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
  await expect(emulator.stripe.charges.list()).rejects.toMatchObject({ statusCode: 404 })
})

test('a list of checkouts has those of a customer and a status', async () => {
  const { sessions } = emulator.stripe.checkout
  const customer = await customerId()
  const create = (given = {}) => sessions.create({ ...checkoutParams, customer, ...given })
  const [first, second] = [await create(), await create()]
  await create({ customer: await customerId() })
  await sessions.expire(first.id)
  const idsOf = async (status: 'open' | 'expired') =>
    (await sessions.list({ customer, status })).data.map(({ id }) => id)
  expect([await idsOf('open'), await idsOf('expired')]).toEqual([[second.id], [first.id]])
})

test('a subscription is canceled immediately, and only once', async () => {
  const { subscription } = await subscribed(emulator)
  const cancel = () => emulator.stripe.subscriptions.cancel(subscription.id)
  expect(await cancel()).toMatchObject({ status: 'canceled', ended_at: expect.any(Number) })
  await expect(cancel()).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' })
})

test('the page of a checkout shows that nothing is charged, and the price', async () => {
  const session = await emulator.stripe.checkout.sessions.create({
    ...checkoutParams,
    customer: await customerId(),
    subscription_data: { trial_period_days: 9 },
  })
  const page = await (await fetch(session.url ?? '')).text()
  for (const text of ['Nothing is charged and no card is asked for', price, 'after 9 days of trial', 'Back'])
    expect(page).toContain(text)
})

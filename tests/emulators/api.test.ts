import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { secretKey } from '~/emulators/stripe-api.server'
import { plan, subscribed, withEmulator } from './support'

const emulator = withEmulator()

/** Calls the emulator without the `stripe` package. */
async function raw(method: string, path: string, body = '', headers: Record<string, string> = {}) {
  const response = await fetch(`${emulator.url}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${secretKey}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    ...(method === 'POST' && { body }),
  })
  return { status: response.status, headers: response.headers, json: await response.json() }
}

describe('keys', () => {
  test.each(['sk_live_123', 'rk_live_123'])('a live key is refused: %s', async (key) => {
    const { port } = new URL(emulator.url)
    const stripe = new Stripe(key, { host: '127.0.0.1', port, protocol: 'http' })
    await expect(stripe.customers.create({})).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
      message: expect.stringContaining('never takes a live key'),
    })
  })

  test.each(['', 'Bearer', 'Bearer sk_test_other'])("'%s' is not a valid key", async (Authorization) => {
    expect(await raw('GET', '/v1/subscriptions', '', { Authorization })).toMatchObject({ status: 401 })
  })

  test('another version of the API is refused', async () => {
    const headers = { 'Stripe-Version': '2020-08-27' }
    expect(await raw('GET', '/v1/subscriptions', '', headers)).toMatchObject({ status: 400 })
  })
})

describe('parameters', () => {
  test.each([
    ['an unknown parameter', 'nmae=Ada', 'parameter_unknown', 'nmae'],
    ['the name of an inherited property', 'constructor=x', 'parameter_unknown', 'constructor'],
    ['an unknown nested parameter', 'line_items[0][prise]=x', 'parameter_unknown', 'line_items[0][prise]'],
    [
      'a number parameter with a text',
      'subscription_data[trial_period_days]=soon',
      'parameter_invalid_integer',
      'subscription_data[trial_period_days]',
    ],
    ['a text where a list belongs', 'line_items=x', 'parameter_invalid_array', 'line_items'],
    ['a list where a text belongs', 'success_url[0]=x', 'parameter_invalid_string', 'success_url'],
    ['an empty text', 'success_url=', 'parameter_invalid_empty', 'success_url'],
  ])('%s is refused', async (_name, body, code, param) => {
    const { status, json } = await raw('POST', '/v1/checkout/sessions', body)
    expect({ status, ...json.error }).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      code,
      param,
    })
  })

  test('a value of the wrong type is refused', async () => {
    const { status, json } = await raw('GET', '/v1/invoices?status=lost')
    expect({ status, param: json.error.param }).toEqual({ status: 400, param: 'status' })
  })

  test('a parameter that only Stripe supports is refused', async () => {
    await expect(emulator.stripe.customers.create({ tax_exempt: 'exempt' })).rejects.toMatchObject({
      statusCode: 400,
      message: 'The emulator does not support this parameter: tax_exempt',
    })
  })
})

describe('idempotency', () => {
  test('the same key and parameters get the same response', async () => {
    const options = { idempotencyKey: 'customer-of-7' }
    const [first, second] = await Promise.all([
      emulator.stripe.customers.create({ email: 'ada@example.com' }, options),
      emulator.stripe.customers.create({ email: 'ada@example.com' }, options),
    ])
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
  })

  test('other parameters with a used key are refused', async () => {
    const options = { idempotencyKey: 'customer-of-8' }
    await emulator.stripe.customers.create({ email: 'ada@example.com' }, options)
    await expect(
      emulator.stripe.customers.create({ email: 'bob@example.com' }, options),
    ).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    })
  })

  test('a malformed call does not use up its key', async () => {
    const headers = { 'Idempotency-Key': 'customer-of-9' }
    expect((await raw('POST', '/v1/customers', 'nmae=Ada', headers)).status).toBe(400)
    expect((await raw('POST', '/v1/customers', 'email=ada@example.com', headers)).status).toBe(200)
  })

  test('an error response is replayed too', async () => {
    const { subscription, customer } = await subscribed(emulator, { card: 'declined-later' })
    await emulator.setStatus(subscription.id, 'past_due')
    const invoice = String(subscription.latest_invoice)
    const pay = () => emulator.stripe.invoices.pay(invoice, {}, { idempotencyKey: `pay-${invoice}` })
    await expect(pay()).rejects.toMatchObject({ statusCode: 402 })
    await emulator.command(`customers/${customer.id}/card`, { works: true })
    await expect(pay()).rejects.toMatchObject({ statusCode: 402 })
  })
})

describe('responses', () => {
  test('a missing object or URL gets 404', async () => {
    await expect(emulator.stripe.checkout.sessions.retrieve('cs_nobody')).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      code: 'resource_missing',
    })
    await expect(emulator.stripe.charges.list()).rejects.toMatchObject({ statusCode: 404 })
  })

  test('lists come in pages, newest first', async () => {
    const { customer } = await subscribed(emulator)
    for (const _ of [1, 2]) {
      const session = await emulator.stripe.checkout.sessions.create({ ...plan, customer: customer.id })
      await emulator.finish(session.id)
    }
    const first = await emulator.stripe.subscriptions.list({ customer: customer.id, limit: 2 })
    const ids: string[] = []
    for await (const { id } of emulator.stripe.subscriptions.list({ customer: customer.id, limit: 1 }))
      ids.push(id)
    expect([first.data.length, first.has_more, new Set(ids).size]).toEqual([2, true, 3])
    expect(ids.slice(0, 2)).toEqual(first.data.map(({ id }) => id))
  })

  test('the setup intent of a session can be expanded, and nothing else', async () => {
    const { customer } = await subscribed(emulator)
    const { id, setup_intent } = await emulator.stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'gbp',
      customer: customer.id,
      success_url: plan.success_url,
    })
    const retrieve = (...expand: string[]) => emulator.stripe.checkout.sessions.retrieve(id, { expand })
    expect((await retrieve('setup_intent')).setup_intent).toMatchObject({ id: setup_intent })
    await expect(retrieve('customer')).rejects.toMatchObject({ statusCode: 400 })
  })
})

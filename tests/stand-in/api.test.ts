import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { secretKey } from '~/stand-in/stripe.server'
import { plan, stripeAt, subscribed, withStandIn } from './support'

const standIn = withStandIn()

/** A call as any program may make it. */
async function raw(method: string, path: string, body = '', headers: Record<string, string> = {}) {
  const response = await fetch(`${standIn.url}${path}`, {
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
    const { port } = new URL(standIn.url)
    const stripe = new Stripe(key, { host: '127.0.0.1', port, protocol: 'http' })
    await expect(stripe.customers.create({})).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
      message: expect.stringContaining('never takes a live key'),
    })
  })

  test.each(['', 'Bearer', 'Bearer sk_test_other'])("'%s' is no key", async (Authorization) => {
    expect(await raw('GET', '/v1/subscriptions', '', { Authorization })).toMatchObject({ status: 401 })
  })

  test('another version of the API is refused', async () => {
    const headers = { 'Stripe-Version': '2020-08-27' }
    expect(await raw('GET', '/v1/subscriptions', '', headers)).toMatchObject({ status: 400 })
  })
})

describe('parameters', () => {
  test.each([
    ['an unknown one', 'nmae=Ada', 'parameter_unknown', 'nmae'],
    ['one that every object has', 'constructor=x', 'parameter_unknown', 'constructor'],
    ['an unknown inner one', 'line_items[0][prise]=x', 'parameter_unknown', 'line_items[0][prise]'],
    [
      'one that is no number',
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

  test('a value that is not one of its kind is refused', async () => {
    const { status, json } = await raw('GET', '/v1/invoices?status=lost')
    expect({ status, param: json.error.param }).toEqual({ status: 400, param: 'status' })
  })

  test('one that Stripe takes and the stand-in does not play is refused, not passed over', async () => {
    await expect(standIn.stripe.customers.create({ tax_exempt: 'exempt' })).rejects.toMatchObject({
      statusCode: 400,
      message: 'The stand-in does not play this parameter: tax_exempt',
    })
  })

  test('their schemas are what the packages say today', () => {
    const program =
      "import('./bin/stand-in-parameters.mjs').then((made) => process.stdout.write(made.schemasText()))"
    const made = execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' })
    expect(readFileSync('app/stand-in/parameters.json', 'utf8')).toBe(made)
  }, 60_000)
})

describe('idempotency', () => {
  test('the same key and parameters get the same answer', async () => {
    const options = { idempotencyKey: 'customer-of-7' }
    const [first, second] = await Promise.all([
      standIn.stripe.customers.create({ email: 'ada@example.com' }, options),
      standIn.stripe.customers.create({ email: 'ada@example.com' }, options),
    ])
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
  })

  test('other parameters with a used key are refused', async () => {
    const options = { idempotencyKey: 'customer-of-8' }
    await standIn.stripe.customers.create({ email: 'ada@example.com' }, options)
    await expect(
      standIn.stripe.customers.create({ email: 'bob@example.com' }, options),
    ).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    })
  })

  test('a malformed call uses no key up', async () => {
    const headers = { 'Idempotency-Key': 'customer-of-9' }
    expect((await raw('POST', '/v1/customers', 'nmae=Ada', headers)).status).toBe(400)
    expect((await raw('POST', '/v1/customers', 'email=ada@example.com', headers)).status).toBe(200)
  })

  test('a key whose call is not answered yet is a conflict', async () => {
    await standIn.control('faults', { of: 'stripe', kind: 'slow', times: 1, ms: 300 })
    const headers = { 'Idempotency-Key': 'customer-of-10' }
    const slow = raw('POST', '/v1/customers', 'email=ada@example.com', headers)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await raw('POST', '/v1/customers', 'email=ada@example.com', headers)).toMatchObject({
      status: 409,
      json: { error: { type: 'idempotency_error', code: 'idempotency_key_in_use' } },
    })
    const { id } = (await slow).json
    expect((await raw('POST', '/v1/customers', 'email=ada@example.com', headers)).json.id).toBe(id)
  })

  test('a refusal is answered again too', async () => {
    const { subscription, customer } = await subscribed(standIn, { card: 'declined-later' })
    await standIn.control(`subscriptions/${subscription.id}`, { status: 'past_due' })
    const invoice = String(subscription.latest_invoice)
    const pay = () => standIn.stripe.invoices.pay(invoice, {}, { idempotencyKey: `pay-${invoice}` })
    await expect(pay()).rejects.toMatchObject({ statusCode: 402 })
    await standIn.control(`customers/${customer.id}/card`, { works: true })
    await expect(pay()).rejects.toMatchObject({ statusCode: 402 })
  })
})

describe('answers', () => {
  test('what is not there is a 404 that says so', async () => {
    await expect(standIn.stripe.checkout.sessions.retrieve('cs_nobody')).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      code: 'resource_missing',
    })
    await expect(standIn.stripe.charges.list()).rejects.toMatchObject({ statusCode: 404 })
  })

  test('lists come in pages, newest first', async () => {
    const { customer } = await subscribed(standIn)
    for (const _ of [1, 2]) {
      const session = await standIn.stripe.checkout.sessions.create({ ...plan, customer: customer.id })
      await standIn.finish(session.id)
    }
    const first = await standIn.stripe.subscriptions.list({ customer: customer.id, limit: 2 })
    const ids: string[] = []
    for await (const { id } of standIn.stripe.subscriptions.list({ customer: customer.id, limit: 1 }))
      ids.push(id)
    expect([first.data.length, first.has_more, new Set(ids).size]).toEqual([2, true, 3])
    expect(ids.slice(0, 2)).toEqual(first.data.map(({ id }) => id))
  })

  test('ids become objects where they are expanded, inside of those too', async () => {
    const { customer, session } = await subscribed(standIn)
    const retrieve = (...expand: string[]) =>
      standIn.stripe.checkout.sessions.retrieve(session.id, { expand })
    expect(await retrieve('subscription.latest_invoice', 'customer')).toMatchObject({
      subscription: { status: 'active', latest_invoice: { status: 'paid' } },
      customer: { id: customer.id },
    })
    await expect(retrieve('amount_total')).rejects.toMatchObject({ statusCode: 400 })
  })
})

describe('faults', () => {
  const unanswered = { type: 'StripeConnectionError' }
  test.each([
    ['down', unanswered],
    ['error500', { type: 'StripeAPIError', statusCode: 500 }],
    ['nonsense', { type: 'StripeAPIError', message: 'Invalid JSON received from the Stripe API' }],
  ])('%s: the call fails and nothing is done', async (kind, error) => {
    const before = (await standIn.state()).customers.length
    await standIn.control('faults', { of: 'stripe', kind })
    await expect(standIn.stripe.customers.create({ email: 'ada@example.com' })).rejects.toMatchObject(error)
    await standIn.control('faults', { of: 'stripe', kind: 'none' })
    expect((await standIn.state()).customers).toHaveLength(before)
  })

  test('slow: it is done, and the answer comes too late', async () => {
    const impatient = stripeAt(standIn.url, { timeout: 100 })
    await standIn.control('faults', { of: 'stripe', kind: 'slow', times: 1, ms: 300 })
    const options = { idempotencyKey: 'too-late' }
    await expect(impatient.customers.create({ email: 'ada@example.com' }, options)).rejects.toMatchObject(
      unanswered,
    )
    await new Promise((resolve) => setTimeout(resolve, 300))
    const again = await standIn.stripe.customers.create({ email: 'ada@example.com' }, options)
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  })

  test('lost: it is done, and the client that asks again gets its answer', async () => {
    await standIn.control('faults', { of: 'stripe', kind: 'lost', times: 1 })
    const created = await standIn.stripe.customers.create({ email: 'lost@example.com' })
    expect(created.lastResponse.headers['idempotent-replayed']).toBe('true')
  })
})

import { describe, expect, test } from 'vitest'
import { customerIdOf, isEvent, validateResponse } from '~/billing/stripe-schemas.server'

const subscription = {
  id: 'sub_1',
  status: 'active',
  created: 1,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  metadata: {},
  latest_invoice: 'in_1',
  items: { data: [{ current_period_end: 2 }] },
}
const session = { id: 'cs_1', status: 'open', mode: 'setup', url: 'x', metadata: {}, setup_intent: 'seti_1' }
const customer = { id: 'cus_1', metadata: { user: 'x' } }
const invoice = { id: 'in_1', status: 'open' }

describe.each([
  ['POST', '/v1/customers', customer],
  ['GET', '/v1/customers/cus_1', customer],
  ['POST', '/v1/checkout/sessions', session],
  ['GET', '/v1/checkout/sessions/cs_1?expand[0]=setup_intent', session],
  ['POST', '/v1/subscriptions/sub_1', subscription],
  ['POST', '/v1/invoices/in_1/pay', invoice],
])('the response to %s %s', (method, path, whole) => {
  test('is returned unchanged', () => {
    const body = { ...whole, more: true }
    expect(validateResponse(method, path, 200, body)).toBe(body)
  })

  test.each(Object.keys(whole))('is refused without %s', (field) => {
    const body = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field))
    expect(() => validateResponse(method, path, 200, body)).toThrow("Stripe's response has no valid")
  })
})

describe.each([
  ['/v1/subscriptions?customer=cus_1&status=all', subscription],
  ['/v1/invoices?subscription=sub_1', invoice],
  ['/v1/customers?email=ada%40example.com', customer],
])('the list %s', (path, one) => {
  test('has valid objects', () => {
    expect(() => validateResponse('GET', path, 200, { data: [one, one] })).not.toThrow()
    expect(() => validateResponse('GET', path, 200, { data: [one, { ...one, id: undefined }] })).toThrow()
    expect(() => validateResponse('GET', path, 200, one)).toThrow()
  })
})

test.each([200, 302, 400, 429, 500])('a response %d with neither object nor error is refused', (status) => {
  for (const body of [null, 'yes', 42, true, [], status === 200 ? undefined : {}]) {
    expect(() => validateResponse('POST', '/v1/else', status, body)).toThrow()
  }
})

test('an error response is valid', () => {
  const body = { error: { type: 'api_error' } }
  expect(validateResponse('POST', '/v1/customers', 500, body)).toBe(body)
})

test('a deleted customer needs nothing but its id', () => {
  const body = { id: 'cus_1', object: 'customer', deleted: true }
  expect(validateResponse('GET', '/v1/customers/cus_1', 200, body)).toBe(body)
})

test('the customer of an event is the customer of its object', () => {
  const customerOf = (customer: unknown) => customerIdOf({ data: { object: { customer } } })
  expect([customerOf('cus_1'), customerOf({ id: 'cus_1' })]).toEqual(['cus_1', 'cus_1'])
  expect([customerOf(null), customerOf({}), customerOf('a b'), customerIdOf({}), customerIdOf(null)]).toEqual(
    Array(5).fill(undefined),
  )
  expect([isEvent({ id: 'evt_1', type: 'x' }), isEvent({ id: '', type: 'x' }), isEvent(null)]).toEqual([
    true,
    false,
    false,
  ])
})

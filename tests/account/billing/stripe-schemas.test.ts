import { expect, test } from 'vitest'
import { validateResponse } from '~/account/billing/stripe-schemas.server'

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

test.each([
  ['POST', '/v1/customers', customer],
  ['GET', '/v1/customers/cus_1', customer],
  ['POST', '/v1/checkout/sessions', session],
  ['GET', '/v1/checkout/sessions/cs_1?expand[0]=setup_intent', session],
  ['POST', '/v1/subscriptions/sub_1', subscription],
  ['POST', '/v1/invoices/in_1/pay', invoice],
])(
  'the response to %s %s is returned unchanged, and refused without one of its fields',
  (method, path, whole) => {
    const body = { ...whole, more: true }
    expect(validateResponse(method, path, 200, body)).toBe(body)
    for (const field of Object.keys(whole)) {
      const incomplete = { ...whole, [field]: undefined }
      expect(() => validateResponse(method, path, 200, incomplete), field).toThrow('has no valid')
    }
  },
)

test.each([
  ['/v1/subscriptions?customer=cus_1&status=all', subscription],
  ['/v1/invoices?subscription=sub_1', invoice],
  ['/v1/customers?email=ada%40example.com', customer],
])('each object of the list %s must be valid', (path, one) => {
  expect(() => validateResponse('GET', path, 200, { data: [one, one] })).not.toThrow()
  expect(() => validateResponse('GET', path, 200, { data: [one, { ...one, id: undefined }] })).toThrow()
  expect(() => validateResponse('GET', path, 200, one)).toThrow()
})

test.each([200, 302, 400, 429, 500])('a response %d with neither object nor error is refused', (status) => {
  for (const body of [null, 'yes', 42, true, [], status === 200 ? undefined : {}]) {
    expect(() => validateResponse('POST', '/v1/else', status, body)).toThrow()
  }
})

import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { withIdempotencyKey } from '~/account/billing/stripe.server'

test('when Stripe replays a stored failure, the call is made with a second key, which every later retry uses too', async () => {
  const replayed = new Stripe.errors.StripeAPIError({
    message: 'An unknown error occurred',
    type: 'api_error',
    headers: { 'idempotent-replayed': 'true', 'original-request': 'req_1' },
  } as never)
  const keys: string[] = []
  const call = async ({ idempotencyKey }: { idempotencyKey: string }) => {
    keys.push(idempotencyKey)
    if (keys.length % 2) throw replayed
    return 'done'
  }
  for (let n = 0; n < 2; n++) expect(await withIdempotencyKey(['it'], call)).toBe('done')
  expect(keys[0]).not.toBe(keys[1])
  expect(keys.slice(0, 2)).toEqual(keys.slice(2))
})

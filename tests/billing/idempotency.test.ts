import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { withIdempotencyKey } from '~/billing/stripe.server'

describe('an idempotency key', () => {
  const replayed = new Stripe.errors.StripeAPIError({
    message: 'An unknown error occurred',
    type: 'api_error',
    headers: { 'idempotent-replayed': 'true', 'original-request': 'req_1' },
  } as never)

  test('is replaced by the same second key each time when Stripe replays a failure', async () => {
    const keys: string[] = []
    const call = async ({ idempotencyKey }: { idempotencyKey: string }) => {
      keys.push(idempotencyKey)
      if (keys.length % 2) throw replayed
      return 'done'
    }
    expect([await withIdempotencyKey(['it'], call), await withIdempotencyKey(['it'], call)]).toEqual([
      'done',
      'done',
    ])
    expect(keys[0]).not.toBe(keys[1])
    expect(keys.slice(0, 2)).toEqual(keys.slice(2))
  })

  test('differs for other parameters, because Stripe refuses a key with other parameters', async () => {
    const keys = new Set<string>()
    for (const about of [['a'], ['b'], [{ a: 1 }]]) {
      await withIdempotencyKey(about, async ({ idempotencyKey }) => keys.add(idempotencyKey))
    }
    expect(keys.size).toBe(3)
  })

  test('is not replaced after a failure that is not a replay', async () => {
    const failing = async () => {
      throw new Stripe.errors.StripeAPIError({ message: 'no', type: 'api_error', headers: {} } as never)
    }
    await expect(withIdempotencyKey(['it'], failing)).rejects.toThrow('no')
  })
})

import type Stripe from 'stripe'
import { EmulatorError, resourceMissing } from './errors.server'

/** A page of Stripe's lists, newest first. */
export function listPage<T extends { id: string }>(
  url: string,
  rows: T[],
  { limit = 10, starting_after }: Stripe.PaginationParams,
) {
  if (limit < 1 || limit > 100) {
    const error = { code: 'parameter_invalid_integer', param: 'limit' } as const
    throw new EmulatorError(400, 'This value must be between 1 and 100.', error)
  }
  const all = rows.toReversed()
  const before = all.findIndex(({ id }) => id === starting_after)
  if (starting_after && before < 0)
    throw resourceMissing('object', starting_after, { status: 400, param: 'starting_after' })
  const end = before + 1 + limit
  return { object: 'list' as const, url, data: all.slice(before + 1, end), has_more: end < all.length }
}

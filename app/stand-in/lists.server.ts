import type Stripe from 'stripe'
import { isDeleted, livingCustomer } from './customers.server'
import { failure } from './failure.server'
import type { World } from './world.server'

/** Newest first. */
function page<T extends { id: string }>(
  url: string,
  rows: T[],
  { limit = 10, starting_after }: Stripe.PaginationParams,
) {
  if (limit < 1 || limit > 100) {
    throw failure(400, 'This value must be between 1 and 100.', {
      code: 'parameter_invalid_integer',
      param: 'limit',
    })
  }
  const all = rows.toReversed()
  const start = starting_after ? placeOf(all, starting_after) + 1 : 0
  const data = all.slice(start, start + limit)
  return { object: 'list' as const, url, data, has_more: start + limit < all.length }
}

function placeOf(rows: { id: string }[], id: string) {
  const place = rows.findIndex((row) => row.id === id)
  if (place >= 0) return place
  throw failure(400, `No such object: '${id}'`, { code: 'resource_missing', param: 'starting_after' })
}

/** By their address, in the letter case that it was given in. */
export function listCustomers({ state }: World, given: Stripe.CustomerListParams) {
  const living = [...state.customers.rows.values()].filter((row) => !isDeleted(row))
  return page(
    '/v1/customers',
    living.filter(({ email }) => !given.email || given.email === email),
    given,
  )
}

/** Without a status: those that are not canceled. */
export function listSubscriptions(world: World, given: Stripe.SubscriptionListParams) {
  const { customer, status } = given
  if (customer) livingCustomer(world, customer)
  const { ofCustomer, rows } = world.state.subscriptions
  const all = customer ? (ofCustomer.get(customer) ?? []) : [...rows.values()]
  const found = all.filter((row) => {
    const isOver = row.status === 'canceled' || row.status === 'incomplete_expired'
    if (status === undefined) return row.status !== 'canceled'
    return status === 'all' || (status === 'ended' ? isOver : row.status === status)
  })
  return page('/v1/subscriptions', found, given)
}

export function listInvoices({ state }: World, given: Stripe.InvoiceListParams) {
  const { subscription, status } = given
  const found = [...state.invoices.rows.values()].filter(
    (row) =>
      (!subscription || row.parent?.subscription_details?.subscription === subscription) &&
      (!status || row.status === status),
  )
  return page('/v1/invoices', found, given)
}

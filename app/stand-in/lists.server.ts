import type Stripe from 'stripe'
import { failure } from './failure.server'
import { price } from './objects.server'
import type { Table } from './state.server'
import type { World } from './world.server'

type Page = Stripe.PaginationParams & { created?: Stripe.RangeQueryParam | number }

/** Newest first. */
function page<T extends { id: string; created: number }>(
  url: string,
  rows: T[],
  given: Page,
  isAsked: (row: T) => boolean,
) {
  const { limit = 10, starting_after, ending_before } = given
  if (limit < 1 || limit > 100) {
    throw failure(400, 'This value must be between 1 and 100.', {
      code: 'parameter_invalid_integer',
      param: 'limit',
    })
  }
  const all = rows.toReversed().filter((row) => isWithin(row.created, given.created) && isAsked(row))
  const after = starting_after ? placeOf(all, starting_after) + 1 : 0
  const before = ending_before ? placeOf(all, ending_before) : all.length
  const start = ending_before ? Math.max(0, before - limit) : after
  const data = all.slice(start, Math.min(start + limit, before))
  return {
    object: 'list' as const,
    url,
    data,
    has_more: ending_before ? start > 0 : start + limit < all.length,
  }
}

function placeOf(rows: { id: string }[], id: string) {
  const place = rows.findIndex((row) => row.id === id)
  if (place < 0)
    throw failure(400, `No such object: '${id}'`, { code: 'resource_missing', param: 'starting_after' })
  return place
}

function isWithin(created: number, range: Page['created']) {
  if (range === undefined) return true
  if (typeof range === 'number') return created === range
  const { gt = -1, gte = 0, lt = Number.POSITIVE_INFINITY, lte = Number.POSITIVE_INFINITY } = range
  return created > gt && created >= gte && created < lt && created <= lte
}

function ofCustomer<T extends { id: string }>({ rows, ofCustomer }: Table<T>, customer: string | undefined) {
  return customer === undefined ? [...rows.values()] : (ofCustomer.get(customer) ?? [])
}

/** Without a status: those that are not canceled. */
export function listSubscriptions({ state }: World, given: Stripe.SubscriptionListParams) {
  const { customer, status, price: asked } = given
  return page('/v1/subscriptions', ofCustomer(state.subscriptions, customer), given, (row) => {
    const isOver = row.status === 'canceled' || row.status === 'incomplete_expired'
    const suits =
      status === undefined ? row.status !== 'canceled' : status === 'ended' ? isOver : row.status === status
    return (status === 'all' || suits) && (asked === undefined || asked === price.id)
  })
}

export function listInvoices({ state }: World, given: Stripe.InvoiceListParams) {
  const { customer, subscription, status } = given
  return page('/v1/invoices', ofCustomer(state.invoices, customer), given, (row) => {
    const isOfIt = !subscription || row.parent?.subscription_details?.subscription === subscription
    return isOfIt && (!status || row.status === status)
  })
}

export function listEvents({ state }: World, given: Stripe.EventListParams) {
  const types = given.types ?? (given.type ? [given.type] : undefined)
  const isAsked = (type: string) => !types || types.some((asked) => asked === type || isBelow(type, asked))
  const found = page('/v1/events', [...state.events.rows.values()], given, ({ type }) => isAsked(type))
  return { ...found, data: found.data.map(({ payload }) => JSON.parse(payload)) }
}

/** `invoice.*` is every type of invoice. */
const isBelow = (type: string, asked: string) => asked.endsWith('.*') && type.startsWith(asked.slice(0, -1))

import { z } from 'zod'
import type { ListCount } from '~/base/db/lists.server'
import type { Call } from '~/base/http/context.server'
import { searchLength } from './lengths'
import { letterPages } from './list-letters'
import { pageSizes } from './list-view'
import { viewChoice } from './list-view.server'
import { rememberedChoice } from './remembered-choice.server'
import { text } from './rules'

type Filters = Record<string, z.ZodDefault>
type Lenient<F extends Filters> = { [Name in keyof F]: z.ZodCatch<F[Name]> }
type Sizes = {
  /** Rows on a page of the screen. */
  screen?: number
  /** Rows on a page of the API when the query has no limit. */
  api?: number
  /** The highest limit that the API accepts. */
  max?: number
}

/**
 * The query of a list (product 7): its filters, `page` and `limit`. `strict` is for the API: an invalid parameter gets
 * 400. `lenient` is for screens: an invalid parameter is ignored.
 */
export function listQuery<F extends Filters>(
  filters: F,
  { screen = pageSizes.cards, api = screen, max = 100 }: Sizes = {},
) {
  const page = wholeNumber('page', 1, 1_000_000_000).default(1)
  const limit = wholeNumber('limit', 1, max).default(api)
  const lenientFilters = Object.entries(filters).map(([name, rule]) => [
    name,
    rule.catch(rule.parse(undefined)),
  ])
  return {
    strict: z.object({ ...filters, page, limit }),
    lenient: z.object({
      ...(Object.fromEntries(lenientFilters) as Lenient<F>),
      page: page.catch(1),
      limit: z.literal(screen).catch(screen),
    }),
  }
}

export const searchFilter = text('search', searchLength).default('')

/**
 * The query of a list of an owner's records, with search, type and sort. `filters` are the selects of its screen, whose
 * first option is the default there. `more` are further filters, which the screen offers in another way.
 */
export function listSearch<
  const Field extends string,
  const Types extends readonly [string, ...string[]],
  Sort extends string,
  More extends Filters = Record<never, never>,
>(
  field: Field,
  label: string,
  types: Types,
  sorts: Record<Sort, unknown>,
  more = {} as More,
  screenSort = Object.keys(sorts)[0] as Sort,
) {
  const error = `${field} must be one of all, ${types.join(', ')}`
  const type = z.enum(['all', ...types] as ['all', ...Types], { error }).default('all' as never)
  const names = Object.keys(sorts) as [Sort, ...Sort[]]
  const sort = z.enum(names, { error: `sort must be one of ${names.join(', ')}` })
  const filters = [
    { name: field, label, options: ['all', ...types] },
    { name: 'sort', label: 'Sort', options: [...new Set([screenSort, ...names])] },
  ]
  const fields = { search: searchFilter, ...({ [field]: type } as { [K in Field]: typeof type }), ...more }
  const sortChoice = rememberedChoice({ cookie: `${field}-sort`, parameter: 'sort' }, [screenSort, ...names])
  const query = (defaultSort: Sort) => listQuery({ ...fields, sort: sort.default(defaultSort as never) })
  return { strict: query(names[0]).strict, lenient: query(screenSort).lenient, filters, sortChoice }
}

/** A whole number in a query. */
export function wholeNumber(name: string, from: number, to: number) {
  const message = `${name} must be a whole number from ${from} to ${to}`
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value),
    z.int({ error: message }).min(from, message).max(to, message),
  )
}

type Page = { page: number; limit: number; search: string }
type Search<Query> = {
  lenient: z.ZodType<Query>
  filters: { name: string; label: string; options: string[] }[]
  sortChoice: ReturnType<typeof rememberedChoice>
}
type Reads<Query, List> = {
  read: (query: Query & { hasCounts: true }) => Promise<List>
  /** Parameters that the screen has chosen, those that its search keeps, and what a reset makes of them. */
  chosen?: Record<string, string>
  kept?: Record<string, string>
  cleared?: Record<string, string>
}

/**
 * The data of `ListScreen`: a page of the list, its view, which sets the number of rows, the numbers of the types, the
 * pages of the letters, and the search form. The search keeps a view that the URL has, and `kept`.
 */
export async function loadListPage<
  Query extends Page,
  List extends { numOfPages: number; counts?: ListCount[] },
>(
  { lenient, filters, sortChoice }: Search<Query>,
  call: Call,
  path: string,
  { read, chosen = {}, kept = chosen, cleared = {} }: Reads<Query, List>,
) {
  const parameters = new URL(call.request.url).searchParams
  const requested = viewChoice.requested(parameters)
  const view = await viewChoice.choose(call, requested)
  const sort = await sortChoice.choose(call, sortChoice.requested(parameters))
  const query = {
    ...lenient.parse({ ...Object.fromEntries(parameters), sort, ...chosen }),
    limit: pageSizes[view],
  }
  const { page, limit, ...texts } = query
  const values = texts as Record<string, string>
  const shown: Record<string, string> = requested ? { view: requested } : {}
  const firstSort: Record<string, string> = sort === sortChoice.first ? {} : { sort: sortChoice.first }
  const [types] = filters
  const { counts = [], ...list } = await pageOrLast({ ...query, hasCounts: true as const }, read)
  return {
    ...list,
    view,
    counts: byType(counts),
    letters: letterPages(counts, { ...query, type: values[types?.name ?? ''], sort }),
    search: {
      action: pathWith(path, shown),
      reset: pathWith(path, { ...shown, ...firstSort, ...cleared }),
      values,
      filters,
      kept,
    },
  }
}

/** A path with a query, if it has parameters. */
export function pathWith(path: string, parameters: Record<string, string> | string[][]) {
  const query = new URLSearchParams(parameters)
  return query.size > 0 ? `${path}?${query}` : path
}

/** The number of what has each type. */
function byType(counts: ListCount[]) {
  const numbers: Record<string, number> = {}
  for (const { type, count } of counts) numbers[type] = (numbers[type] ?? 0) + count
  return numbers
}

/** Reads the page of the query, or the last page if the number is past the end (product 7.3). */
export async function pageOrLast<Query extends { page: number }, List extends { numOfPages: number }>(
  query: Query,
  read: (query: Query) => Promise<List>,
) {
  const list = await read(query)
  return query.page > Math.max(1, list.numOfPages) ? read({ ...query, page: list.numOfPages || 1 }) : list
}

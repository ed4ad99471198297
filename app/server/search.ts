import { z } from 'zod'
import { searchLength } from './lengths'
import { text } from './rules'

export const pageSize = 12

/**
 * The query of a list (product 7). `strict` is the API's: what is wrong is a 400. `lenient` is the screens': what is
 * wrong in an address is as if it were not there.
 */
export function listSearch<
  const Field extends string,
  const Types extends readonly [string, ...string[]],
  const Sorts extends readonly [string, ...string[]],
>(field: Field, types: Types, sorts: Sorts) {
  const search = text('search', searchLength).default('')
  const type = z
    .enum(['all', ...types] as ['all', ...Types], {
      error: `${field} must be one of all, ${types.join(', ')}`,
    })
    .default('all' as never)
  const sort = z.enum(sorts, { error: `sort must be one of ${sorts.join(', ')}` }).default(sorts[0] as never)
  const page = wholeNumber('page', 1, 1_000_000_000).default(1)
  const limit = wholeNumber('limit', 1, 100).default(pageSize)
  const typed = <T>(schema: T) => ({ [field]: schema }) as { [K in Field]: T }

  return {
    strict: z.object({ search, ...typed(type), sort, page, limit }),
    lenient: z.object({
      search: search.catch(''),
      ...typed(type.catch('all' as never)),
      sort: sort.catch(sorts[0] as never),
      page: page.catch(1),
      limit: z.literal(pageSize).catch(pageSize),
    }),
  }
}

export function wholeNumber(name: string, from: number, to: number) {
  const should = `${name} must be a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^\d{1,10}$/, should)
    .transform(Number)
    .pipe(z.number().min(from, should).max(to, should))
}

/** A screen shows the last page for a page past the end (product 7.3). */
export async function pageOrLast<Query extends { page: number }, List extends { numOfPages: number }>(
  query: Query,
  read: (query: Query) => Promise<List>,
) {
  const list = await read(query)
  return query.page > Math.max(1, list.numOfPages) ? read({ ...query, page: list.numOfPages || 1 }) : list
}

/** How many pages of `limit` rows hold `total`. */
export const pagesOf = (total: number, limit: number) => Math.ceil(total / limit)

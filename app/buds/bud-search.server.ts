import { listPage } from '~/server/lists.server'
import { pagesOf } from '~/server/search'
import { buds } from '~drizzle/schema'
import type { BudSearch } from './bud-input.server'
import { budColumns } from './buds.server'

const budPage = listPage({
  name: 'buds',
  table: buds,
  columns: budColumns,
  type: buds.Budtype,
  sorts: {
    newestFirst: { by: 'created', descending: true },
    oldestFirst: { by: 'created' },
    'A-Z': { by: 'name' },
    'Z-A': { by: 'name', descending: true },
    budType: { by: 'type' },
  },
})

/** The body of `GET /buds` (product 7). */
export async function listBuds(ownerId: string, { Budtype, page, limit, ...search }: BudSearch) {
  const type = Budtype === 'all' ? undefined : Budtype
  const { rows, total } = await budPage(ownerId, { ...search, type, page, limit })
  return { buds: rows, totalBuds: total, numOfPages: pagesOf(total, limit), currentPage: page }
}

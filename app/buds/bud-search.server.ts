import { listPage } from '~/db/lists.server'
import { pagesOf } from '~/forms/list-query'
import { buds } from '~drizzle/schema'
import type { BudSearch } from './bud-input.server'
import { budSorts } from './bud-sorts.server'
import { budColumns } from './buds.server'

const budPage = listPage({
  table: buds,
  columns: budColumns,
  type: buds.Budtype,
  sorts: budSorts,
})

/** The body of `GET /buds` (product 7). */
export async function listBuds(ownerId: string, { Budtype, page, limit, ...search }: BudSearch) {
  const type = Budtype === 'all' ? undefined : Budtype
  const { rows, total } = await budPage({ ...search, ownerId, type, page, limit })
  return { buds: rows, totalBuds: total, numOfPages: pagesOf(total, limit), currentPage: page }
}

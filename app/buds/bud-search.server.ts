import type { z } from 'zod'
import { listPage, recordSorts } from '~/db/lists.server'
import { listSearch } from '~/forms/list-query'
import { buds } from '~drizzle/schema'
import { budtypes } from './bud'
import { budColumns } from './buds.server'

/** The sorts of the list with their ORDER BY. The first is the default. */
export const budSorts = { ...recordSorts(buds), budType: [buds.Budtype, buds.nameKey, buds._id] }

export const budSearch = listSearch('Budtype', budtypes, budSorts)
type BudSearch = z.infer<typeof budSearch.strict>

const budPage = listPage({ table: buds, columns: budColumns, type: buds.Budtype, sorts: budSorts })

/** The body of `GET /buds` (product 7). */
export async function listBuds(ownerId: string, { Budtype, ...query }: BudSearch) {
  const type = Budtype === 'all' ? undefined : Budtype
  const { rows, total, ...pages } = await budPage({ ...query, ownerId, type })
  return { buds: rows, totalBuds: total, ...pages }
}

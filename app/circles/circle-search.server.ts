import type { z } from 'zod'
import { listPage, recordSorts } from '~/db/lists.server'
import { listSearch, pagesOf } from '~/forms/list-query'
import { circles } from '~drizzle/schema'
import { circletypes } from './circle'
import { circleListColumns } from './circles.server'

/** The sorts of the list with their ORDER BY. The first is the default. */
export const circleSorts = {
  ...recordSorts(circles),
  circleType: [circles.Circletype, circles.nameKey, circles._id],
}

export const circleSearch = listSearch('Circletype', circletypes, circleSorts)
type CircleSearch = z.infer<typeof circleSearch.strict>

const circlePage = listPage({
  table: circles,
  columns: circleListColumns,
  type: circles.Circletype,
  sorts: circleSorts,
})

/** The body of `GET /circles` (product 7). */
export async function listCircles(ownerId: string, { Circletype, page, limit, ...search }: CircleSearch) {
  const type = Circletype === 'all' ? undefined : Circletype
  const { rows, total } = await circlePage({ ...search, ownerId, type, page, limit })
  return { circles: rows, totalCircles: total, numOfPages: pagesOf(total, limit), currentPage: page }
}

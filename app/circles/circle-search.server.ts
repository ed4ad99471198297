import type { z } from 'zod'
import { listPage, recordSorts } from '~/db/lists.server'
import { listSearch } from '~/forms/list-query'
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
export async function listCircles(ownerId: string, { Circletype, ...query }: CircleSearch) {
  const type = Circletype === 'all' ? undefined : Circletype
  const { rows, total, ...pages } = await circlePage({ ...query, ownerId, type })
  return { circles: rows, totalCircles: total, ...pages }
}

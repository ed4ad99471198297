import { listPage } from '~/db/lists.server'
import { pagesOf } from '~/forms/list-query'
import { circles } from '~drizzle/schema'
import type { CircleSearch } from './circle-input.server'
import { circleSorts } from './circle-sorts.server'
import { circleListColumns } from './circles.server'

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

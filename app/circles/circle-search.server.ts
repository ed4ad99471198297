import { desc } from 'drizzle-orm'
import { listPage } from '~/db/lists.server'
import { pagesOf } from '~/forms/list-query'
import { circles } from '~drizzle/schema'
import type { CircleSearch } from './circle-input.server'
import { circleListColumns } from './circles.server'

const circlePage = listPage({
  table: circles,
  columns: circleListColumns,
  type: circles.Circletype,
  sorts: {
    newestFirst: [desc(circles._id)],
    oldestFirst: [circles._id],
    'A-Z': [circles.nameKey, circles._id],
    'Z-A': [desc(circles.nameKey), desc(circles._id)],
    circleType: [circles.Circletype, circles.nameKey, circles._id],
  },
})

/** The body of `GET /circles` (product 7). */
export async function listCircles(ownerId: string, { Circletype, page, limit, ...search }: CircleSearch) {
  const type = Circletype === 'all' ? undefined : Circletype
  const { rows, total } = await circlePage({ ...search, ownerId, type, page, limit })
  return { circles: rows, totalCircles: total, numOfPages: pagesOf(total, limit), currentPage: page }
}

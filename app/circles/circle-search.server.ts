import { listPage } from '~/server/lists.server'
import { pagesOf } from '~/server/search'
import { circles } from '~drizzle/schema'
import type { CircleSearch } from './circle-input.server'
import { circleListColumns } from './circles.server'

const circlePage = listPage({
  name: 'circles',
  table: circles,
  columns: circleListColumns,
  type: circles.Circletype,
  sorts: {
    newestFirst: { by: 'created', descending: true },
    oldestFirst: { by: 'created' },
    'A-Z': { by: 'name' },
    'Z-A': { by: 'name', descending: true },
    circleType: { by: 'type' },
  },
})

/** The body of `GET /circles` (product 7). */
export async function listCircles(ownerId: string, { Circletype, page, limit, ...search }: CircleSearch) {
  const type = Circletype === 'all' ? undefined : Circletype
  const { rows, total } = await circlePage(ownerId, { ...search, type, page, limit })
  return { circles: rows, totalCircles: total, numOfPages: pagesOf(total, limit), currentPage: page }
}

import type { z } from 'zod'
import { recordsWithBuds } from '~/buds/records-with-buds.server'
import { budNames, listedBuds } from '~/buds/selected-buds.server'
import { listPage, recordSorts } from '~/db/lists.server'
import { columnsOf } from '~/db/owned.server'
import { listSearch } from '~/forms/list-query'
import { circleBuds, circles } from '~drizzle/schema'
import { circleLabels, circletypes } from './circle'
import { type CircleInput, circleFields } from './circle-input.server'

/** The fields of a circle that the app and the API return. */
const circleColumns = {
  _id: circles._id,
  ...columnsOf(circles, circleFields),
  buds: budNames(circleBuds, circles),
  createdAt: circles.createdAt,
}

export const {
  create: createCircle,
  find: findCircle,
  update: updateCircle,
  remove: deleteCircle,
} = recordsWithBuds<CircleInput>({
  noun: 'Circle',
  table: circles,
  linkTable: circleBuds,
  columns: circleColumns,
  readableOf: ({ milestones }) => ({ milestones: milestones.map(({ id: _, ...milestone }) => milestone) }),
})

/** The sorts of the list with their ORDER BY. The first is the default. */
const circleSorts = {
  ...recordSorts(circles),
  circleType: [circles.Circletype, circles.nameKey, circles._id],
}

export const circleSearch = listSearch('Circletype', circleLabels.Circletype, circletypes, circleSorts)
type CircleSearch = z.infer<typeof circleSearch.strict>

const circlePage = listPage({
  table: circles,
  columns: { ...circleColumns, ...listedBuds(circleBuds, circles) },
  type: circles.Circletype,
  sorts: circleSorts,
})

/** The body of `GET /circles` (product 7). */
export async function listCircles(ownerId: string, { Circletype: type, ...query }: CircleSearch) {
  const { rows, total, ...pages } = await circlePage({ ...query, ownerId, type })
  return { circles: rows, totalCircles: total, ...pages }
}

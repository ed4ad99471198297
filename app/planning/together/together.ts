import type { Person } from '~/people/buds/bud'

/** Paths of the planner, for browser and server (product 21). */
export const togetherPath = '/dashboard/Together'

type Selection = { buds: string[]; circle: string | null; event: string | null }

/** The query of a selection. Commas stay readable, and short. */
export function selectionQuery({ buds, circle, event }: Selection) {
  if (circle) return `circle=${circle}`
  return event ? `event=${event}` : `buds=${buds.join(',')}`
}

export type Suggestion = {
  bud: Person
  reason: string
}

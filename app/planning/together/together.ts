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

/** A free time of the selected buds. `reason` says why, such as 'Evening: nobody has an event'. */
export type OfferedTime = { startDate: string; endDate: string; reason: string }

/** The API call that plans for buds. */
export const planUrl = (ids: string) => `/api/v1/together?buds=${ids}`

/** The intents of 'When are they free?' in a form, and of the choice of a time, which follows. */
export const findTimes = 'find-times'
export const chooseTime = 'choose-time'

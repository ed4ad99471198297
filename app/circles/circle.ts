import type { BudName } from '~/buds/bud'
import type { Milestone } from './milestones'

/** Words and limits of a circle that the browser may know; the rules stand in `circle-input.server.ts`. Product 4.1. */
export const circletypes = ['Friends', 'Family', 'Work', 'Clients', 'Other'] as const
export type Circletype = (typeof circletypes)[number]

export const circleSorts = ['newestFirst', 'oldestFirst', 'A-Z', 'Z-A', 'circleType'] as const

export type CircleInput = {
  Name: string
  Shortname: string
  Description: string
  Location: string
  Circletype: Circletype
  milestones: Milestone[]
  /** Ids of the members. */
  selectedBuds: string[]
}

export type Circle = Omit<CircleInput, 'selectedBuds'> & { _id: string; createdAt: Date; buds: BudName[] }

/** In a list `buds` holds the first by name. */
export type ListedCircle = Circle & { totalBuds: number }

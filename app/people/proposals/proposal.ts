import type { Address, BudDate, LabelledValue } from '~/people/buds/contact'

/** Constants and types of proposals for browser and server (product 21.4). */
export type ProposedFields = {
  emails?: LabelledValue[]
  phones?: LabelledValue[]
  addresses?: Address[]
  dates?: BudDate[]
}

export const proposedFields = ['emails', 'phones', 'addresses', 'dates'] as const
/** The fields of a difference. Rows beyond the limit of a list go to the notes. */
export const differingFields = [...proposedFields, 'notes'] as const

/** A field of a bud with its value now, and the one that it gets if it is accepted. */
export type Difference = { name: (typeof differingFields)[number]; before: unknown; after: unknown }

/** Proposals for a bud that wait, from its links and from assistants (product 21.4). */
export const proposalLimit = 20

/** The source of what came by an update link. That of an assistant is the name of its token. */
export const budSource = 'The bud themselves'

export const reviewPath = '/dashboard/review'

import { z } from 'zod'
import { listQuery } from '~/base/forms/list-query'
import { oneOf, plainDate, recordSchemas, text } from '~/base/forms/rules'
import type { BudName } from '~/people/buds/bud-input.server'
import { someBuds } from '~/people/buds/selected-buds.server'
import { interactionKinds, interactionLabels, interactionNoteLength } from './interaction'

/** The writable fields of an interaction. An empty day is today, which depends on the owner's time zone. */
export const {
  fields: interactionFields,
  input: interactionInput,
  change: interactionChange,
} = recordSchemas({
  kind: oneOf(interactionLabels.kind, interactionKinds).default('other'),
  on: plainDate(interactionLabels.on).default(''),
  note: text(interactionLabels.note, interactionNoteLength).default(''),
  selectedBuds: someBuds,
} satisfies Record<keyof typeof interactionLabels, z.ZodType>)

/** The body of `POST /buds/{id}/log`: an interaction with that bud. */
export const logInput = interactionInput.omit({ selectedBuds: true })

export type InteractionInput = z.infer<typeof interactionInput>
export type Interaction = Omit<InteractionInput, 'selectedBuds'> & {
  _id: string
  createdAt: Date
  buds: BudName[]
}

/** The query of `GET /interactions`: all, or those with one bud. */
export const interactionQuery = listQuery(
  { bud: z.guid({ error: 'bud must be an id' }).or(z.literal('')).default('') },
  { screen: 20 },
)
export type InteractionQuery = z.infer<typeof interactionQuery.strict>

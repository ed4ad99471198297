import { z } from 'zod'
import { isVisible, line, oneOf, plainDate, recordSchemas, text } from '~/base/forms/rules'
import { someBuds } from '~/people/buds/selected-buds.server'
import { relationLabels as labels, relationKinds, relationLabelLength, relationNoteLength } from './relation'

/** A day or null. Forms send an empty text. */
const dayOrNull = (label: string) =>
  z.preprocess(
    (value) => (value === '' ? null : value),
    z.union([z.null(), plainDate(label).refine((day) => day !== '')], {
      error: `${label} must be a date (YYYY-MM-DD) or null`,
    }),
  )

const fields = {
  kind: oneOf(labels.kind, relationKinds),
  label: line(labels.label, relationLabelLength)
    .overwrite((text) => (isVisible(text) ? text : ''))
    .default(''),
  note: text(labels.note, relationNoteLength).default(''),
  since: dayOrNull(labels.since).default(null),
  until: dayOrNull(labels.until).default(null),
}

/** `kind` says what the bud `with` is to the bud of the path, or of an edit, to the one that the relation was made from. */
export const { input: relationInput, change: relationChange } = recordSchemas({
  ...fields,
  with: z.guid({ error: 'with must be the id of a bud' }),
})

export type RelationInput = z.infer<typeof relationInput>
export type RelationChange = z.infer<typeof relationChange>

/** The form of new relations, with one bud or several. */
export const relationForm = z.object({
  ...recordSchemas(fields).input.shape,
  selectedBuds: someBuds,
})

/** The form of a relation, whose buds stay. */
export const relationEditForm = recordSchemas(fields).input

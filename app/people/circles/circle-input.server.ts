import { z } from 'zod'
import { descriptionLength, nameLength } from '~/base/forms/lengths'
import {
  fieldsOf,
  line,
  oneOf,
  plainDate,
  recordSchemas,
  requiredLine,
  shortList,
  text,
} from '~/base/forms/rules'
import type { BudName } from '~/people/buds/bud-input.server'
import { cadenceDays } from '~/people/buds/cadence-input.server'
import { selectedBuds } from '~/people/buds/selected-buds.server'
import { circleLabels, circletypes } from './circle'
import { milestoneKind, readMilestones } from './milestones'

const totalDescriptionLength = 8_000

/** Removes rows with neither a date nor a description, and numbers the others from 1. */
const milestones = shortList(
  'Milestones',
  milestoneKind.limit,
  milestoneKind.limitReached,
  z.object(
    {
      date: plainDate('Milestone date').default(''),
      description: line('Milestone description', descriptionLength).default(''),
    },
    { error: 'A milestone must have a date and a description' },
  ),
)
  .refine(
    (rows) => rows.reduce((sum, { description }) => sum + description.length, 0) <= totalDescriptionLength,
    `Milestone descriptions must be at most ${totalDescriptionLength} characters together`,
  )
  .transform((rows) => rows.filter(({ date, description }) => date !== '' || description !== ''))
  .transform((rows) => rows.map((row, n) => ({ id: n + 1, ...row })))

/** The writable fields of a circle. A field without a default is required. */
export const {
  fields: circleFields,
  input: circleInput,
  change: circleChange,
} = recordSchemas({
  Name: requiredLine(circleLabels.Name, nameLength),
  Shortname: line(circleLabels.Shortname, nameLength).default(''),
  Description: text(circleLabels.Description, descriptionLength).default(''),
  Location: line(circleLabels.Location, nameLength).default(''),
  Circletype: oneOf(circleLabels.Circletype, circletypes).default('Other'),
  cadenceDays: cadenceDays.default(null),
  milestones: milestones.default([]),
  selectedBuds: selectedBuds.default([]),
} satisfies Record<keyof typeof circleLabels, z.ZodType>)

export type CircleInput = z.infer<typeof circleInput>
export type Circle = Omit<CircleInput, 'selectedBuds'> & { _id: string; createdAt: Date; buds: BudName[] }

/** A circle in a list response. `buds` has only the first ones, sorted by name. */
export type ListedCircle = Circle & { totalBuds: number }

/** Converts a submitted form to the shape of the API. A form omits empty lists, so their defaults apply. */
export const circleForm = z.preprocess(readForm, circleInput)

/** `circleForm` for a form with some of the fields. */
export const circleFormOf = (names: readonly (keyof CircleInput)[]) =>
  z.preprocess(readForm, fieldsOf(circleInput, names))

function readForm(form: unknown) {
  const fields = form as Record<string, unknown>
  return { ...fields, milestones: readMilestones(fields) }
}

import { z } from 'zod'
import { selectedBuds } from '~/buds/selected-buds.server'
import { descriptionLength, nameLength } from '~/server/lengths'
import { oneOf, plainDate, readList, requiredText, shortList, text } from '~/server/rules'
import { listSearch } from '~/server/search'
import { type CircleInput, circleSorts, circletypes } from './circle'
import {
  milestoneLimit,
  milestonesLength,
  milestonesTooLong,
  readMilestones,
  tooManyMilestones,
} from './milestones'

/** Rows with neither date nor description are skipped; the rest are numbered by their place. */
const milestones = z
  .preprocess(readList, shortList('Milestones', milestoneLimit, tooManyMilestones))
  .pipe(
    z.array(
      z.object(
        {
          date: plainDate('Milestone date').default(''),
          description: text('Milestone description', descriptionLength).default(''),
        },
        { error: 'A milestone must have a date and a description' },
      ),
    ),
  )
  .refine((rows) => lengthOf(rows) <= milestonesLength, milestonesTooLong)
  .transform((rows) => rows.filter(({ date, description }) => date !== '' || description !== ''))
  .transform((rows) => rows.map((row, n) => ({ id: n + 1, ...row })))

function lengthOf(milestones: { description: string }[]) {
  return milestones.reduce((sum, { description }) => sum + description.length, 0)
}

const rules = {
  Name: requiredText('Name', nameLength),
  Shortname: text('Short name', nameLength),
  Description: text('Description', descriptionLength),
  Location: text('Location', nameLength),
  Circletype: oneOf('Circle type', circletypes),
  milestones,
  selectedBuds,
}

/** A new circle in the API's shape: only `Name` is required. */
export const circleInput: z.ZodType<CircleInput> = z.object({
  Name: z.preprocess((value) => value ?? '', rules.Name),
  Shortname: rules.Shortname.default(''),
  Description: rules.Description.default(''),
  Location: rules.Location.default(''),
  Circletype: rules.Circletype.default('Other'),
  milestones: rules.milestones.default([]),
  selectedBuds: rules.selectedBuds.default([]),
})

/** A change of a circle: what is absent keeps its value, a list that is present replaces. */
export const circleChange = z.object(rules).partial()

/** The form's fields in the API's shape; with no bud chosen a form sends no list, which means an empty one. */
export const circleForm = z.preprocess((form) => {
  const fields = form as Record<string, unknown>
  return { selectedBuds: [], ...fields, milestones: readMilestones(fields) }
}, circleInput)

export const circleSearch = listSearch('Circletype', circletypes, circleSorts)
export type CircleSearch = z.infer<typeof circleSearch.strict>

import { z } from 'zod'
import { type Choices, type MergeField, mergeFields, sides } from './merge'

const idOf = (name: string) => z.string({ error: `${name} must be the id of a bud` })

const choices = z
  .record(z.string(), z.unknown(), { error: 'fields must be an object' })
  .superRefine((fields, context) => {
    for (const [name, side] of Object.entries(fields)) {
      const refuse = (message: string) => context.addIssue({ code: 'custom', message })
      if (!mergeFields.includes(name as MergeField)) refuse(`${name} is not a field of a bud`)
      else if (!sides.includes(side as 'a')) refuse(`The choice of ${name} must be a or b`)
    }
  })
  .meta({ propertyNames: { enum: mergeFields }, additionalProperties: { enum: [...sides] } })
  .transform((fields) => fields as Choices)

/** The body of `POST /buds/{id}/merge`. */
export const mergeInput = z.object({ with: idOf('with'), fields: choices.default({}) })
export type MergeInput = z.infer<typeof mergeInput>

/** Converts the form of the merge screen to the shape of the API. Its choice 'both' is the default of the API. */
export const mergeForm = z.preprocess(
  (form) => {
    const { a, b, ...values } = form as Record<string, unknown>
    const chosen = mergeFields.filter((field) => sides.includes(values[field] as 'a'))
    return { a, with: b, fields: Object.fromEntries(chosen.map((field) => [field, values[field]])) }
  },
  mergeInput.extend({ a: idOf('a') }),
)

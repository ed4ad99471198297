import { z } from 'zod'
import { descriptionLength, nameLength } from '~/server/lengths'
import { choice, oneOf, readList, requiredText, text } from '~/server/rules'
import { listSearch } from '~/server/search'
import { type BudInput, budSorts, budtypes, customFieldLength, customFieldLimit } from './bud'
import { hobbies, industries, placesMet, preferences } from './options'

function customFieldText(part: 'name' | 'value') {
  const label = `Custom field ${part}`
  return text(label, Number.POSITIVE_INFINITY)
    .refine(
      (value) => value.length <= customFieldLength,
      `Maximum ${customFieldLength} characters allowed for ${part}`,
    )
    .refine((value) => !value.includes('@'), 'Email addresses are not allowed in custom fields')
}

const customFields = z
  .preprocess(
    readList,
    z.array(
      z.object(
        { name: customFieldText('name').default(''), value: customFieldText('value').default('') },
        { error: 'A custom field must have a name and a value' },
      ),
      { error: 'Custom fields must be a list' },
    ),
  )
  .transform((fields) => fields.filter(({ name }) => name !== ''))
  .refine(
    (fields) => fields.length <= customFieldLimit,
    `Maximum limit of ${customFieldLimit} custom fields reached`,
  )

const rules = {
  Firstname: requiredText('First name', nameLength),
  Surname: text('Surname', nameLength),
  Nickname: text('Nickname', nameLength),
  Occupation: text('Occupation', nameLength),
  Location: text('Location', nameLength),
  OccupationLocation: text('Occupation location', nameLength),
  Budtype: oneOf('Bud type', budtypes),
  hobbies: choice('Hobbies', hobbies),
  preferences: choice('Preferences', preferences),
  industry: choice('Industry', industries),
  origination: choice('Origination', placesMet),
  LastInteraction: text('Last interaction', descriptionLength),
  customFields,
}

/** A new bud in the API's shape: only `Firstname` is required. */
export const budInput: z.ZodType<BudInput> = z.object({
  ...rules,
  Firstname: z.preprocess((value) => value ?? '', rules.Firstname),
  Surname: rules.Surname.default(''),
  Nickname: rules.Nickname.default(''),
  Occupation: rules.Occupation.default(''),
  Location: rules.Location.default(''),
  OccupationLocation: rules.OccupationLocation.default(''),
  Budtype: rules.Budtype.default('Other'),
  hobbies: rules.hobbies.default([]),
  preferences: rules.preferences.default([]),
  industry: rules.industry.default([]),
  origination: rules.origination.default([]),
  LastInteraction: rules.LastInteraction.default(''),
  customFields: rules.customFields.default([]),
})

/** A change of a bud: what is absent keeps its value, a list that is present replaces. */
export const budChange = z.object(rules).partial()

/** The form's fields in the API's shape; a list with nothing chosen is not sent by a form, and means an empty one. */
export const budForm = z.preprocess((form) => {
  const fields = form as Record<string, unknown>
  const lists = { hobbies: [], preferences: [], industry: [], origination: [] }
  return { ...lists, ...fields, customFields: readCustomFields(fields) }
}, budInput)

/** `customField<n>Name` and `customField<n>Value` in order from 0 until a name is absent (product 3.2). */
function readCustomFields(fields: Record<string, unknown>) {
  const list: { name: unknown; value: unknown }[] = []
  for (let n = 0; fields[`customField${n}Name`] !== undefined; n++) {
    list.push({ name: fields[`customField${n}Name`], value: fields[`customField${n}Value`] })
  }
  return list
}

export const budSearch = listSearch('Budtype', budtypes, budSorts)
export type BudSearch = z.infer<typeof budSearch.strict>

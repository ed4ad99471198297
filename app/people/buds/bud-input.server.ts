import { z } from 'zod'
import { readList } from '~/base/forms/read-list'
import { fieldsOf, line, listOf, oneOf, recordSchemas, requiredLine, text } from '~/base/forms/rules'
import { budtypes, customFieldLength } from './bud'
import { type BudField, budLabels, eachOf, fieldTable, lineFields, optionFields } from './bud-fields'
import { cadenceDays } from './cadence-input.server'
import { contactKinds } from './contact'
import { addresses, dates, emails, formDates, links, phones } from './contact-input.server'
import { customFieldErrors, customFieldKind } from './custom-fields'
import { optionLists } from './options.data'
import { tags } from './tag-rules.server'
import { readTags } from './tags'

function customFieldText(part: 'name' | 'value') {
  return line(`Custom field ${part}`, Number.POSITIVE_INFINITY)
    .superRefine((value, context) => {
      for (const message of customFieldErrors(part, value)) context.addIssue({ code: 'custom', message })
    })
    .meta({ maxLength: customFieldLength, pattern: '^[^@]*$' })
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
  .refine((fields) => fields.length <= customFieldKind.limit, customFieldKind.limitReached)
  .meta({ maxItems: customFieldKind.limit })

/** The writable fields of a bud. A field without a default is required. */
export const {
  fields: budFields,
  input: budInput,
  change: budChange,
} = recordSchemas({
  ...eachOf(lineFields, (name) => line(budLabels[name], fieldTable[name].limit).default('')),
  Firstname: requiredLine(budLabels.Firstname, fieldTable.Firstname.limit),
  Budtype: oneOf(budLabels.Budtype, budtypes).default('Other'),
  ...eachOf(optionFields, (name) => listOf(budLabels[name], optionLists[name]).default([])),
  LastInteraction: text(budLabels.LastInteraction, fieldTable.LastInteraction.limit).default(''),
  cadenceDays: cadenceDays.default(null),
  emails: emails.default([]),
  phones: phones.default([]),
  addresses: addresses.default([]),
  links: links.default([]),
  dates: dates.default([]),
  notes: text(budLabels.notes, fieldTable.notes.limit).default(''),
  customFields: customFields.default([]),
  tags: tags.default([]),
} satisfies Record<BudField, z.ZodType>)

export type BudInput = z.infer<typeof budInput>
export type Bud = BudInput & {
  _id: string
  createdAt: Date
  photo: string | null
  snoozedUntil: string | null
  /** Null: the bud is not archived. */
  archivedAt: Date | null
  lastContactOn: string | null
  /** Null: no cadence is in effect. */
  dueOn: string | null
}

/** A bud in a circle or an event. */
export type BudName = Pick<Bud, '_id' | 'Firstname' | 'Surname'>

const formInput = budInput.extend({
  dates: formDates.default([]),
  photo: z.instanceof(File).optional(),
  removePhoto: z.literal('true').optional(),
})
type BudFormInput = z.infer<typeof formInput>

/** In bytes. Photos above their limit are read too, so that a refused form keeps what was typed. */
export const budFormLimit = 20_000_000

/** Converts a submitted form to the shape of the API. A form omits empty lists, so their defaults apply. */
export const budForm = z.preprocess(readForm, formInput)

/** `budForm` for a form with some of the fields. */
export const budFormOf = (names: readonly (keyof BudFormInput)[]) =>
  z.preprocess(readForm, fieldsOf(formInput, names))

/** Browsers send an empty file when no photo is selected. */
function readForm(form: unknown) {
  const { photo, ...fields } = form as Record<string, unknown>
  const rows = contactKinds.map(({ field, read }) => [field, read(fields)])
  const file = photo instanceof File && photo.size > 0 ? { photo } : {}
  const tags = typeof fields.tags === 'string' ? { tags: readTags(fields.tags) } : {}
  return { ...fields, ...file, ...tags, ...Object.fromEntries(rows), customFields: readCustomFields(fields) }
}

/** `customField<n>Name` and `customField<n>Value` in order from 0 until a name is absent (product 3.2). */
function readCustomFields(fields: Record<string, unknown>) {
  const list: { name: unknown; value: unknown }[] = []
  for (let n = 0; fields[`customField${n}Name`] !== undefined; n++) {
    list.push({ name: fields[`customField${n}Name`], value: fields[`customField${n}Value`] })
  }
  return list
}

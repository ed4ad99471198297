import type { useForm } from '@conform-to/react'
import { MultiSelect } from '~/base/components/multi-select'
import { CheckField } from '~/base/components/other-fields'
import { PictureField } from '~/base/components/picture-field'
import { rowLabels } from '~/base/components/rows'
import { otherBudLabels, photoMaximum, photoTooLarge } from './bud'
import { budLabels, fieldTable, type OptionField, type TextField } from './bud-fields'
import type { BudInput } from './bud-input.server'
import { budRowKinds } from './custom-fields'
import { hobbies, industries, placesMet, preferences } from './options.data'

/** Inputs of the forms of a bud: the whole one, and those of a part. */

export type BudFormFields = Omit<BudInput, 'tags'> & {
  /** With commas between them. */
  tags: string
} & { photo: File; removePhoto: string }
export type BudFields = ReturnType<typeof useForm<BudFormFields>>[1]

/** Labels by field name, for the error summary. */
export const budFormLabels: Record<string, string> = Object.assign(
  { photo: otherBudLabels.photo },
  budLabels,
  ...budRowKinds.map(rowLabels),
)

/** The props of the input of a text. */
export const textOf = (fields: BudFields, name: TextField) => ({
  label: budLabels[name],
  field: fields[name],
  maxLength: fieldTable[name].limit,
})

const lists = {
  hobbies: { options: hobbies, placeholder: 'Select hobbies...' },
  preferences: { options: preferences, placeholder: 'Select preferences...' },
  industry: { options: industries, placeholder: 'Select industry...' },
  origination: { options: placesMet, placeholder: 'Select origin...' },
}

type OptionsProps = { name: OptionField; values: Partial<Record<OptionField, unknown>> | undefined }

export function OptionsField({ name, values }: OptionsProps) {
  return <MultiSelect label={budLabels[name]} name={name} {...lists[name]} defaultValue={values?.[name]} />
}

export function PhotoField({ fields, url }: { fields: BudFields; url: string | null | undefined }) {
  return (
    <PictureField
      key={url}
      label={otherBudLabels.photo}
      field={fields.photo}
      url={url}
      maximum={photoMaximum}
      tooLarge={photoTooLarge}
      help="JPEG, PNG or WebP, at most 5 MB. It becomes a square."
      isCompact
    >
      {url && <CheckField label="Remove the photo" field={fields.removePhoto} />}
    </PictureField>
  )
}

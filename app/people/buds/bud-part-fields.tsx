import { useForm } from '@conform-to/react'
import { type ComponentProps, Fragment, useState } from 'react'
import { answerTo } from '~/base/components/edited-part'
import { TextField } from '~/base/components/field'
import type { FormActionData } from '~/base/components/form-page'
import { SelectField, TextArea } from '~/base/components/other-fields'
import { PlaceForm } from '~/base/components/place-form'
import type { Versioned } from '~/base/db/versions.server'
import { budtypes } from './bud'
import { budLabels } from './bud-fields'
import type { Bud } from './bud-input.server'
import {
  type BudFields,
  type BudFormFields,
  budFormLabels,
  OptionsField,
  PhotoField,
  textOf,
} from './bud-inputs'
import { type BudPart, budParts } from './bud-parts'
import { CadenceField } from './cadence-field'
import { ContactFields } from './contact-fields'
import { CustomFields } from './custom-field-inputs'
import { customFieldKind } from './custom-fields'
import { WrittenDateFields } from './date-fields'
import { tagsText } from './tags'
import { TagsField } from './tags-field'

export type EditedBud = Pick<
  Versioned<Bud>,
  '_id' | 'version' | 'photo' | keyof Omit<BudFormFields, 'removePhoto'>
> &
  Pick<Bud, 'archivedAt'>

type Props = {
  part: BudPart
  bud: EditedBud
  /** The tags of the account, for their form. */
  tagChoices?: readonly string[]
  actionData: FormActionData | undefined
}

/** The form of a part of the bud screen. */
export function BudPartForm(props: Props) {
  return <PartForm key={`${props.bud._id} ${props.part}`} {...props} />
}

function PartForm({ part, bud, tagChoices = [], ...props }: Props) {
  const actionData = answerTo(part, props.actionData)
  const [form, fields] = useForm<BudFormFields>({
    id: 'bud',
    lastResult: actionData?.result,
    defaultValue: { ...bud, tags: tagsText(bud.tags), photo: undefined },
  })
  const version = useTypedVersion(part, bud)
  const submitted = actionData?.result.initialValue
  const rows = { formId: form.id, bud, submitted, errors: form.allErrors, msg: actionData?.msg }
  return (
    <PlaceForm
      part={part}
      form={form}
      actionData={actionData}
      labels={budFormLabels}
      version={version}
      {...(part === 'photo' && { encType: 'multipart/form-data' })}
    >
      <PartFields part={part} fields={fields} rows={rows} photo={bud.photo} tagChoices={tagChoices} />
    </PlaceForm>
  )
}

/** The version that was typed on. The page may have read a newer one since, which has other values or the same ones. */
function useTypedVersion(part: BudPart, bud: EditedBud) {
  const valuesOf = (of: EditedBud) =>
    JSON.stringify(budParts[part].map((name) => of[name as keyof EditedBud]))
  const [opened] = useState(bud)
  return valuesOf(bud) === valuesOf(opened) ? bud.version : opened.version
}

type FieldsProps = {
  part: BudPart
  fields: BudFields
  rows: ComponentProps<typeof ContactFields>
  photo: string | null
  tagChoices: readonly string[]
}

function PartFields({ part, fields, rows, photo, tagChoices }: FieldsProps) {
  switch (part) {
    case 'photo':
      return <PhotoField fields={fields} url={photo} />
    case 'contact':
      return <ContactFields {...rows} />
    case 'dates':
      return <WrittenDateFields {...rows} />
    case 'tags':
      return <TagsField field={fields.tags} choices={tagChoices} />
    case 'more':
      return <MoreFields rows={rows} />
    default:
      return budParts[part].map((name) => <Fragment key={name}>{fieldOf(name, fields, rows)}</Fragment>)
  }
}

type SingleField = (typeof budParts)[
  | 'details'
  | 'cadence'
  | 'notes'
  | 'last-interaction'
  | 'interests'][number]

function fieldOf(name: SingleField, fields: BudFields, { submitted, bud }: FieldsProps['rows']) {
  switch (name) {
    case 'cadenceDays':
      return <CadenceField field={fields.cadenceDays} help="Empty: as often as their circles say." />
    case 'Budtype':
      return <SelectField label={budLabels.Budtype} field={fields.Budtype} options={budtypes} />
    case 'notes':
    case 'LastInteraction':
      return <TextArea {...textOf(fields, name)} rows={6} />
    case 'hobbies':
    case 'preferences':
    case 'industry':
    case 'origination':
      return <OptionsField name={name} values={submitted ?? bud} />
    default:
      return <TextField {...textOf(fields, name)} required={name === 'Firstname'} />
  }
}

function MoreFields({ rows: { formId, submitted, bud, msg } }: Pick<FieldsProps, 'rows'>) {
  return (
    <CustomFields
      formId={formId}
      rows={submitted ? customFieldKind.read(submitted) : (bud?.customFields ?? [])}
      isOverLimit={msg === customFieldKind.limitReached}
    />
  )
}

import { useForm } from '@conform-to/react'
import { TextField } from '~/components/field'
import { type FormAnswer, FormPage, FormSection } from '~/components/form-page'
import { MultiSelect } from '~/components/multi-select'
import { SelectField, TextArea } from '~/components/other-fields'
import { descriptionLength, nameLength } from '~/forms/lengths'
import { budtypes, customFieldLimit, budLabels as labels } from './bud'
import type { Bud, BudInput } from './bud-input.server'
import { CustomFields } from './CustomFields'
import { rowsOf, tooManyFields } from './custom-fields'
import { hobbies, industries, placesMet, preferences } from './options'

type Props = {
  title: string
  bud?: Bud
  newId?: string
  version?: string
  answer: FormAnswer | undefined
}

export function BudForm({ title, bud, newId, version, answer }: Props) {
  const [form, fields] = useForm<BudInput>({
    id: 'bud',
    lastResult: answer?.result,
    defaultValue: bud ?? { Budtype: 'Other' },
  })
  const typed = answer?.result.initialValue
  const lists = (typed ?? bud) as Partial<BudInput> | undefined
  return (
    <FormPage
      form={form}
      title={title}
      help="Only the first name is needed. The rest can come as you learn it."
      aside={<SelectField label={labels.Budtype} field={fields.Budtype} options={budtypes} />}
      answer={answer}
      labels={{ ...labels, ...rowLabels }}
      newId={newId}
      version={version}
      back="/dashboard"
    >
      <FormSection title="Personal Details">
        <TextField label={labels.Firstname} field={fields.Firstname} maxLength={nameLength} required />
        <TextField label={labels.Surname} field={fields.Surname} maxLength={nameLength} />
        <TextField label={labels.Nickname} field={fields.Nickname} maxLength={nameLength} />
        <TextField label={labels.Location} field={fields.Location} maxLength={nameLength} />
        <MultiSelect
          label={labels.hobbies}
          name="hobbies"
          options={hobbies}
          placeholder="Select hobbies..."
          defaultValue={lists?.hobbies}
        />
        <MultiSelect
          label={labels.preferences}
          name="preferences"
          options={preferences}
          placeholder="Select preferences..."
          defaultValue={lists?.preferences}
        />
      </FormSection>

      <FormSection title="Professional Details">
        <TextField label={labels.Occupation} field={fields.Occupation} maxLength={nameLength} />
        <TextField
          label={labels.OccupationLocation}
          field={fields.OccupationLocation}
          maxLength={nameLength}
        />
        <MultiSelect
          label={labels.industry}
          name="industry"
          options={industries}
          placeholder="Select industry..."
          defaultValue={lists?.industry}
        />
      </FormSection>

      <FormSection title="Relationship">
        <MultiSelect
          label={labels.origination}
          name="origination"
          options={placesMet}
          placeholder="Select origin..."
          defaultValue={lists?.origination}
        />
        <TextArea
          label={labels.LastInteraction}
          field={fields.LastInteraction}
          maxLength={descriptionLength}
          rows={3}
        />
      </FormSection>

      <FormSection title="Additional Information">
        <CustomFields
          formId={form.id}
          rows={typed ? rowsOf(typed) : (bud?.customFields ?? [])}
          isRefused={answer?.msg === tooManyFields}
        />
      </FormSection>
    </FormPage>
  )
}

/** The errors of a custom field name its row. */
const rowLabels = Object.fromEntries(
  Array.from({ length: customFieldLimit }, (_, n) => n).flatMap((n) => [
    [`customFields[${n}].name`, `Custom field ${n + 1}, name`],
    [`customFields[${n}].value`, `Custom field ${n + 1}, value`],
  ]),
)

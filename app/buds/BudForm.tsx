import { useForm } from '@conform-to/react'
import { TextField } from '~/components/field'
import { type FormAnswer, FormPage, FormSection } from '~/components/form-page'
import { MultiSelect } from '~/components/multi-select'
import { SelectField, TextArea } from '~/components/other-fields'
import { descriptionLength, nameLength } from '~/server/lengths'
import { type Bud, type BudInput, budtypes } from './bud'
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
      aside={<SelectField label="Bud type" field={fields.Budtype} options={budtypes} />}
      answer={answer}
      labels={labels}
      newId={newId}
      version={version}
      back="/dashboard"
    >
      <FormSection title="Personal Details">
        <TextField label="First name" field={fields.Firstname} maxLength={nameLength} required />
        <TextField label="Surname" field={fields.Surname} maxLength={nameLength} />
        <TextField label="Nickname" field={fields.Nickname} maxLength={nameLength} />
        <TextField label="Location" field={fields.Location} maxLength={nameLength} />
        <MultiSelect
          label="Hobbies"
          name="hobbies"
          options={hobbies}
          placeholder="Select hobbies..."
          defaultValue={lists?.hobbies}
        />
        <MultiSelect
          label="Preferences"
          name="preferences"
          options={preferences}
          placeholder="Select preferences..."
          defaultValue={lists?.preferences}
        />
      </FormSection>

      <FormSection title="Professional Details">
        <TextField label="Occupation" field={fields.Occupation} maxLength={nameLength} />
        <TextField label="Occupation location" field={fields.OccupationLocation} maxLength={nameLength} />
        <MultiSelect
          label="Industry"
          name="industry"
          options={industries}
          placeholder="Select industry..."
          defaultValue={lists?.industry}
        />
      </FormSection>

      <FormSection title="Relationship">
        <MultiSelect
          label="Origination"
          name="origination"
          options={placesMet}
          placeholder="Select origin..."
          defaultValue={lists?.origination}
        />
        <TextArea
          label="Last interaction"
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

const labels: Record<string, string> = {
  Firstname: 'First name',
  Surname: 'Surname',
  Nickname: 'Nickname',
  Location: 'Location',
  Budtype: 'Bud type',
  Occupation: 'Occupation',
  OccupationLocation: 'Occupation location',
  LastInteraction: 'Last interaction',
  customFields: 'Custom fields',
  ...Object.fromEntries(
    [0, 1, 2, 3, 4].flatMap((n) => [
      [`customFields[${n}].name`, `Custom field ${n + 1}, name`],
      [`customFields[${n}].value`, `Custom field ${n + 1}, value`],
    ]),
  ),
}

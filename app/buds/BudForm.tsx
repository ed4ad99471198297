import { useForm } from '@conform-to/react'
import { TextField } from '~/components/field'
import { type FormActionData, FormPage, FormSection } from '~/components/form-page'
import { MultiSelect } from '~/components/multi-select'
import { SelectField, TextArea } from '~/components/other-fields'
import { rowLabels } from '~/components/rows'
import type { Versioned } from '~/db/versions.server'
import { descriptionLength, nameLength } from '~/forms/lengths'
import { budtypes, budLabels as labels } from './bud'
import type { Bud, BudInput } from './bud-input.server'
import { CustomFields } from './CustomFields'
import { customFieldKind } from './custom-fields'
import { hobbies, industries, placesMet, preferences } from './options'

const labelsWithRows = { ...labels, ...rowLabels(customFieldKind) }

const lists = {
  hobbies: { options: hobbies, placeholder: 'Select hobbies...' },
  preferences: { options: preferences, placeholder: 'Select preferences...' },
  industry: { options: industries, placeholder: 'Select industry...' },
  origination: { options: placesMet, placeholder: 'Select origin...' },
}

type Props = {
  /** The bud to edit. */
  bud: Versioned<Bud> | undefined
  /** The idempotency key of a new bud. */
  newId: string | undefined
  actionData: FormActionData | undefined
}

export function BudForm({ bud, newId, actionData }: Props) {
  const [form, fields] = useForm<BudInput>({
    id: 'bud',
    lastResult: actionData?.result,
    defaultValue: bud ?? { Budtype: 'Other' },
  })
  const submitted = actionData?.result.initialValue
  const values = (submitted ?? bud) as Partial<BudInput> | undefined
  return (
    <FormPage
      form={form}
      title={bud ? 'Edit Bud' : 'Add Bud'}
      help="Only the first name is needed. The rest can come as you learn it."
      aside={<SelectField label={labels.Budtype} field={fields.Budtype} options={budtypes} />}
      actionData={actionData}
      labels={labelsWithRows}
      newId={newId}
      version={bud?.version}
      back="/dashboard"
    >
      <FormSection title="Personal Details">
        <TextField label={labels.Firstname} field={fields.Firstname} maxLength={nameLength} required />
        <TextField label={labels.Surname} field={fields.Surname} maxLength={nameLength} />
        <TextField label={labels.Nickname} field={fields.Nickname} maxLength={nameLength} />
        <TextField label={labels.Location} field={fields.Location} maxLength={nameLength} />
        <BudList name="hobbies" values={values} />
        <BudList name="preferences" values={values} />
      </FormSection>

      <FormSection title="Professional Details">
        <TextField label={labels.Occupation} field={fields.Occupation} maxLength={nameLength} />
        <TextField
          label={labels.OccupationLocation}
          field={fields.OccupationLocation}
          maxLength={nameLength}
        />
        <BudList name="industry" values={values} />
      </FormSection>

      <FormSection title="Relationship">
        <BudList name="origination" values={values} />
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
          rows={submitted ? customFieldKind.read(submitted) : (bud?.customFields ?? [])}
          isOverLimit={actionData?.msg === customFieldKind.limitReached}
        />
      </FormSection>
    </FormPage>
  )
}

type ListProps = { name: keyof typeof lists; values: Partial<BudInput> | undefined }

function BudList({ name, values }: ListProps) {
  return <MultiSelect label={labels[name]} name={name} {...lists[name]} defaultValue={values?.[name]} />
}

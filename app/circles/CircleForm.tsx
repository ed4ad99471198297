import { useForm } from '@conform-to/react'
import { BudPicker } from '~/buds/BudPicker'
import type { BudPickerData } from '~/buds/bud-picker'
import { TextField } from '~/components/field'
import { type FormActionData, FormPage, FormSection } from '~/components/form-page'
import { SelectField, TextArea } from '~/components/other-fields'
import { rowLabels } from '~/components/rows'
import type { Versioned } from '~/db/versions.server'
import { descriptionLength, nameLength } from '~/forms/lengths'
import { circletypes, circleLabels as labels } from './circle'
import type { Circle, CircleInput } from './circle-input.server'
import { Milestones } from './Milestones'
import { milestoneKind, milestoneRows, readMilestones } from './milestones'

const labelsWithRows = { ...labels, ...rowLabels(milestoneKind) }

type Props = {
  /** The circle to edit. */
  circle: Versioned<Circle> | undefined
  /** The idempotency key of a new circle. */
  newId: string | undefined
  picker: BudPickerData
  actionData: (FormActionData & { picker: BudPickerData }) | undefined
}

export function CircleForm({ circle, newId, picker, actionData }: Props) {
  const [form, fields] = useForm<CircleInput>({
    id: 'circle',
    lastResult: actionData?.result,
    defaultValue: circle ?? { Circletype: 'Other' },
  })
  const submitted = actionData?.result.initialValue
  return (
    <FormPage
      form={form}
      title={circle ? 'Edit Circle' : 'Add Circle'}
      help="Only the name is needed. Choose who belongs to it, and see what they share."
      aside={<SelectField label={labels.Circletype} field={fields.Circletype} options={circletypes} />}
      actionData={actionData}
      labels={labelsWithRows}
      newId={newId}
      version={circle?.version}
      back="/dashboard/AllCircles"
    >
      <FormSection title="Details">
        <TextField label={labels.Name} field={fields.Name} maxLength={nameLength} required />
        <TextField label={labels.Shortname} field={fields.Shortname} maxLength={nameLength} />
        <TextField label={labels.Location} field={fields.Location} maxLength={nameLength} />
        <div className="wide">
          <TextArea
            label={labels.Description}
            field={fields.Description}
            maxLength={descriptionLength}
            rows={3}
          />
        </div>
      </FormSection>
      <FormSection title="Who belongs to it">
        <BudPicker
          formId={form.id}
          picker={actionData?.picker ?? picker}
          errors={fields.selectedBuds.errors}
        />
      </FormSection>
      <FormSection title="Milestones">
        <Milestones
          formId={form.id}
          rows={milestoneRows(submitted ? readMilestones(submitted) : (circle?.milestones ?? []))}
          errors={form.allErrors}
          isOverLimit={actionData?.msg === milestoneKind.limitReached}
        />
      </FormSection>
    </FormPage>
  )
}

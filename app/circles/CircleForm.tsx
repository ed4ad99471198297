import { useForm } from '@conform-to/react'
import { ChosenBuds } from '~/buds/ChosenBuds'
import type { BudChoice } from '~/buds/chosen'
import { TextField } from '~/components/field'
import { type FormAnswer, FormPage, FormSection } from '~/components/form-page'
import { SelectField, TextArea } from '~/components/other-fields'
import { descriptionLength, nameLength } from '~/forms/lengths'
import { circletypes, circleLabels as labels } from './circle'
import type { Circle, CircleInput } from './circle-input.server'
import { Milestones } from './Milestones'
import { milestoneLimit, milestoneRows, readMilestones, tooManyMilestones } from './milestones'

type Props = {
  title: string
  circle?: Circle
  newId?: string
  version?: string
  choice: BudChoice
  answer: (FormAnswer & { choice: BudChoice }) | undefined
}

export function CircleForm({ title, circle, newId, version, choice, answer }: Props) {
  const [form, fields] = useForm<CircleInput>({
    id: 'circle',
    lastResult: answer?.result,
    defaultValue: circle ?? { Circletype: 'Other' },
  })
  const typed = answer?.result.initialValue
  return (
    <FormPage
      form={form}
      title={title}
      help="Only the name is needed. Choose who belongs to it, and see what they share."
      aside={<SelectField label={labels.Circletype} field={fields.Circletype} options={circletypes} />}
      answer={answer}
      labels={{ ...labels, ...rowLabels }}
      newId={newId}
      version={version}
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
        <ChosenBuds formId={form.id} choice={answer?.choice ?? choice} errors={fields.selectedBuds.errors} />
      </FormSection>
      <FormSection title="Milestones">
        <Milestones
          formId={form.id}
          rows={milestoneRows(typed ? readMilestones(typed) : (circle?.milestones ?? []))}
          errors={form.allErrors}
          isRefused={answer?.msg === tooManyMilestones}
        />
      </FormSection>
    </FormPage>
  )
}

/** The errors of a milestone name its row. */
const rowLabels = Object.fromEntries(
  Array.from({ length: milestoneLimit }, (_, n) => n).flatMap((n) => [
    [`milestones[${n}].date`, `Milestone ${n + 1}, date`],
    [`milestones[${n}].description`, `Milestone ${n + 1}, description`],
  ]),
)

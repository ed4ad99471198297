import { RecordPartForm, type RecordPartProps } from '~/people/buds/record-part-form'
import { CircleDetails, circleFormLabels } from './circle-details'
import type { CircleInput } from './circle-input.server'
import { Milestones } from './milestone-list'
import { milestoneKind, milestoneRows, readMilestones } from './milestones'

/** The form of the part of a circle that is open. */
export function CirclePartForm(props: RecordPartProps<CircleInput>) {
  return (
    <RecordPartForm<CircleInput>
      {...props}
      id="circle"
      labels={circleFormLabels}
      partsOf={({ form, fields, submitted, msg }) => ({
        details: <CircleDetails fields={fields} />,
        milestones: (
          <Milestones
            formId={form.id}
            rows={milestoneRows(submitted ? readMilestones(submitted) : props.record.milestones)}
            errors={form.allErrors}
            isOverLimit={msg === milestoneKind.limitReached}
          />
        ),
      })}
    />
  )
}

import { useForm } from '@conform-to/react'
import { type ReactNode, useState } from 'react'
import { answerTo, useEditedPart } from '~/base/components/edited-part'
import type { FormActionData } from '~/base/components/form-page'
import { TextArea } from '~/base/components/other-fields'
import { PlaceForm } from '~/base/components/place-form'
import type { Versioned } from '~/base/db/versions.server'
import { descriptionLength } from '~/base/forms/lengths'
import { eventFormLabels, eventLabels } from '~/events/events/event'
import { EventDetails, type EventForm } from '~/events/events/event-details'
import { scopeChoice } from '~/events/repeats/repeat'
import type { BudPickerData } from '~/people/buds/bud-picker'
import { BudPicker } from '~/people/buds/bud-picker-field'
import { CircleDetails, circleFormLabels } from '~/people/circles/circle-details'
import type { CircleInput } from '~/people/circles/circle-input.server'
import { Milestones } from '~/people/circles/milestone-list'
import { milestoneKind, milestoneRows, readMilestones } from '~/people/circles/milestones'

/** The forms in place of the pages of circles and events. */

type Props<Input> = {
  record: Versioned<Omit<Input, 'selectedBuds'> & { _id: string }>
  actionData: (FormActionData & { picker?: BudPickerData }) | undefined
  /** While the form of the members is open. */
  picker: BudPickerData | undefined
}

/** The form of the part of a circle that is open. */
export function CirclePartForm(props: Props<CircleInput>) {
  const part = useEditedPart() ?? ''
  return <CircleForm key={`${props.record._id} ${part}`} part={part} {...props} />
}

function CircleForm({ part, record, picker, ...props }: Props<CircleInput> & { part: string }) {
  const actionData = answerTo(part, props.actionData)
  // The one that was typed on: the page may have read a newer one since.
  const [version] = useState(record.version)
  const [form, fields] = useForm<CircleInput>({
    id: 'circle',
    lastResult: actionData?.result,
    defaultValue: record,
  })
  const submitted = actionData?.result.initialValue
  const parts: Record<string, ReactNode> = {
    details: <CircleDetails fields={fields} />,
    description: <TextArea label={circleFormLabels.Description} field={fields.Description} {...long} />,
    buds: <Members field={fields.selectedBuds} picker={actionData?.picker ?? picker} />,
    milestones: (
      <Milestones
        formId={form.id}
        rows={milestoneRows(submitted ? readMilestones(submitted) : record.milestones)}
        errors={form.allErrors}
        isOverLimit={actionData?.msg === milestoneKind.limitReached}
      />
    ),
  }
  return (
    <PlaceForm part={part} form={form} actionData={actionData} labels={circleFormLabels} version={version}>
      {parts[part]}
    </PlaceForm>
  )
}

type EventProps = Props<EventForm> & {
  rule: string | null | undefined
  /** Whether the record is an occurrence of a series. */
  isOccurrence: boolean
}

/** The form of the part of an event that is open. */
export function EventPartForm(props: EventProps) {
  const part = useEditedPart() ?? ''
  return <EventFormInPlace key={`${props.record._id} ${part}`} part={part} {...props} />
}

function EventFormInPlace({
  part,
  record,
  picker,
  rule,
  isOccurrence,
  ...props
}: EventProps & { part: string }) {
  const actionData = answerTo(part, props.actionData)
  // The one that was typed on: the page may have read a newer one since.
  const [version] = useState(record.version)
  const [form, fields] = useForm<EventForm>({
    id: 'event',
    lastResult: actionData?.result,
    defaultValue: record,
  })
  const parts: Record<string, ReactNode> = {
    details: <EventDetails fields={fields} rule={rule} />,
    description: <TextArea label={eventLabels.Description} field={fields.Description} {...long} />,
    buds: <Members field={fields.selectedBuds} picker={actionData?.picker ?? picker} />,
  }
  return (
    <PlaceForm
      part={part}
      form={form}
      actionData={actionData}
      labels={eventFormLabels}
      version={version}
      choice={isOccurrence ? scopeChoice : undefined}
    >
      {parts[part]}
    </PlaceForm>
  )
}

const long = { maxLength: descriptionLength, rows: 6 }

type MembersProps = Pick<Parameters<typeof BudPicker>[0], 'field'> & Pick<Props<unknown>, 'picker'>

/** What they share is on the page. */
const Members = ({ field, picker }: MembersProps) =>
  picker && <BudPicker field={field} picker={picker} hasPanels={false} />
